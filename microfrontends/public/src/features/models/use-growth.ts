import { useEffect, useRef, useState, type RefObject } from 'react';
import { FIRST_MODELS } from 'web-kit/first-models';

const MORE = 24;
/** How far below the screen the next ones are drawn already. */
const AHEAD = '1500px';

/** How many were drawn last: whoever comes back from a model finds the wall as long as it was. Never changed on the server. */
let drawn = FIRST_MODELS;

/**
 * Draws a long list as it is scrolled: however many there are, the first screen is as quick as with a few.
 * @param total how many are here
 * @returns how many to draw; `endRef` is for an element after them, there as long as some are missing
 */
export const useGrowth = (total: number): { shown: number; endRef: RefObject<HTMLDivElement | null> } => {
  const [shown, setShown] = useState(drawn);
  const endRef = useRef<HTMLDivElement>(null);
  const isWhole = shown >= total;
  useEffect(() => {
    const end = endRef.current;
    if (!end || isWhole) return;
    const grow = () => {
      drawn = shown + MORE;
      setShown(drawn);
    };
    if (typeof IntersectionObserver === 'undefined') {
      const later = setTimeout(grow, 0);
      return () => clearTimeout(later);
    }
    // Observed anew each time: an end that is still in sight is told again.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && grow(), { rootMargin: AHEAD });
    observer.observe(end);
    return () => observer.disconnect();
  }, [shown, isWhole]);
  return { shown, endRef };
};
