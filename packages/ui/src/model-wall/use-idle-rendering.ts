import { useEffect, type RefObject } from 'react';

/** Runs work when the browser is idle; Safari lacks requestIdleCallback, so a separate task has to do. */
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
 * Renders the cards that the style sheet skips below the first screen, one at a time once the page is idle: laid out together, they
 * would delay a slow phone's first paint. Without this they would be missing in a screenshot of the whole page.
 * @param count number of the wall's children
 */
export const useIdleRendering = (wallRef: RefObject<HTMLElement | null>, count: number): void => {
  useEffect(() => {
    const wall = wallRef.current;
    if (!wall) return;
    let cancel: () => void = () => undefined;
    const drawFrom = (start: number) => {
      let index = start;
      // A growing wall starts again: rendered cards are skipped at once.
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
