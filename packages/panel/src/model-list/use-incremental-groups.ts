import { startTransition, useEffect, useRef, useState } from 'react';

/** Cards that are drawn together: whole rows, whether one, two or three stand side by side. */
const GROUP = 12;
/** Groups that are always drawn, one after the other: what most people have stays whole, to be searched and read. A list of hundreds must not cost its whole length, nor those their sum, at once. */
export const FIRST_GROUPS = 4;
const FIRST = FIRST_GROUPS * GROUP;

/**
 * Renders a long list in groups: its beginning at once, the first groups one by one, more as its end comes near.
 * @param question filters of the list, the same object while unchanged: a new one starts from the beginning
 * @returns its `groups`; `end` is put on an element after them, as long as there `isMore`
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
