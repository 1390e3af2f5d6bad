import { useEffect, type RefObject } from 'react';

/** Safari knows no idle time: a task of its own is the next best. */
const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const task = setTimeout(work, 0);
    return () => clearTimeout(task);
  }
  const request = requestIdleCallback(work);
  return () => cancelIdleCallback(request);
};

const isDrawn = (child?: Element): boolean =>
  child instanceof HTMLElement && child.style.contentVisibility === 'visible';

/**
 * Draws what the style sheet leaves out below the first screen, one child at a time once the page is at rest: laid out
 * together, they would stand before a slow phone's first paint. Never drawn, they would be missing in a picture of the
 * whole page.
 * @param count of the wall's children
 */
export const useIdleRendering = (wallRef: RefObject<HTMLElement | null>, count: number): void => {
  useEffect(() => {
    const wall = wallRef.current;
    if (!wall) return;
    let cancel: () => void = () => undefined;
    const drawFrom = (start: number) => {
      let index = start;
      // A wall that grows begins anew: what is drawn already takes no turn.
      while (isDrawn(wall.children[index])) index += 1;
      const child = wall.children[index];
      if (!(child instanceof HTMLElement)) return;
      child.style.contentVisibility = 'visible';
      cancel = whenIdle(() => drawFrom(index + 1));
    };
    cancel = whenIdle(() => drawFrom(0));
    return () => cancel();
  }, [wallRef, count]);
};
