import { useEffect, useRef, useState } from 'react';

/** Cards: two screens of a desktop. A list of hundreds must not cost its whole length at once. */
const STEP = 24;

/**
 * How much of a long list is drawn: more as its end comes near.
 * @param list another list starts from the beginning
 * @returns `end` is put on an element after the list, as long as there `isMore`
 */
export const useGrowing = <Item>(list: readonly Item[]) => {
  const end = useRef<HTMLDivElement>(null);
  const [{ of, shown }, setGrown] = useState({ of: list.length, shown: STEP });
  if (of !== list.length) setGrown({ of: list.length, shown: STEP });
  const isMore = shown < list.length;
  useEffect(() => {
    if (!end.current || !isMore) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setGrown((grown) => ({ ...grown, shown: grown.shown + STEP })), { rootMargin: '800px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isMore, shown]);
  return { end, shown: isMore ? list.slice(0, shown) : list, isMore };
};
