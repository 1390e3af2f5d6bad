import { startTransition, useEffect, useRef, useState } from 'react';

/** Number of cards rendered together: complete rows of one, two or three columns. */
const GROUP_SIZE = 12;
/**
 * Number of groups that are always rendered, one after the other, so that most lists are complete for the browser's search and for
 * screen readers. Longer lists are cut off, and groups rendered separately, to limit the time of one rendering.
 */
export const FIRST_GROUPS = 4;
const FIRST_CARDS = FIRST_GROUPS * GROUP_SIZE;

/**
 * Renders a long list in groups: its beginning at once, the first groups one by one, more as the user scrolls near its end.
 * @param question filters of the list, the same object while unchanged: a new one starts from the beginning
 * @returns `groups`; `end`, a ref for an element after them, rendered while `isMore`
 */
export const useIncrementalGroups = <Item>(list: readonly Item[], question: object) => {
  const end = useRef<HTMLDivElement>(null);
  const [{ of, shown }, setGrown] = useState({ of: question, shown: GROUP_SIZE });
  if (of !== question) setGrown({ of: question, shown: GROUP_SIZE });
  const isMore = shown < list.length;
  useEffect(() => {
    if (!end.current || !isMore) return;
    const grow = () => setGrown((grown) => ({ ...grown, shown: grown.shown + GROUP_SIZE }));
    if (shown < FIRST_CARDS) {
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
  const groups = Array.from({ length: Math.ceil(Math.min(shown, list.length) / GROUP_SIZE) }, (_, index) =>
    list.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  );
  return { end, groups, isMore };
};
