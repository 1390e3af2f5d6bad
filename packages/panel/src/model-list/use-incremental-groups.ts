import { startTransition, useEffect, useRef, useState } from 'react';

/** Number of cards rendered together: complete rows of one, two or three columns. */
const GROUP = 12;
/**
 * Number of groups that are always rendered, one after the other, so that most lists are complete for the browser's search and for
 * screen readers. Longer lists are cut off, and groups rendered separately, to limit the time of one rendering.
 */
export const FIRST_GROUPS = 4;
const FIRST = FIRST_GROUPS * GROUP;

/**
 * Renders a long list in groups: its beginning at once, the first groups one by one, more as the user scrolls near its end.
 * @param question filters of the list, the same object while unchanged: a new one starts from the beginning
 * @returns `groups`; `end`, a ref for an element after them, rendered while `isMore`
 */
export const useIncrementalGroups = <Item>(list: readonly Item[], question: object) => {
  const end = useRef<HTMLDivElement>(null);
  const [{ of, shown }, setGrown] = useState({ of: question, shown: GROUP });
  if (of !== question) setGrown({ of: question, shown: GROUP });
  const isMore = shown < list.length;
  useEffect(() => {
    if (!end.current || !isMore) return;
    const grow = () => setGrown((grown) => ({ ...grown, shown: grown.shown + GROUP }));
    if (shown < FIRST) {
      const next = setTimeout(() => startTransition(grow));
      return () => clearTimeout(next);
    }
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && grow(),
      { rootMargin: '800px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMore, question, shown]);
  const groups = Array.from({ length: Math.ceil(Math.min(shown, list.length) / GROUP) }, (_, index) =>
    list.slice(index * GROUP, (index + 1) * GROUP),
  );
  return { end, groups, isMore };
};
