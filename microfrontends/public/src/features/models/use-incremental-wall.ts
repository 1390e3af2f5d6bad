import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { FIRST_MODELS } from 'web-kit/first-models';

/** Cards added at a time: the minimum while scrolling, the maximum after a jump to the end. */
const MORE = { least: 24, most: 96 };
/** Distance below the screen within which the next cards are already rendered. */
const AHEAD_PX = 1_500;

/** Number of cards rendered last, so that navigating back restores the length of the wall. Never changed on the server. */
let drawn = FIRST_MODELS;

/**
 * Renders a long list as it is scrolled, so that the first screen is as fast as with a few items. Space is reserved for the rest,
 * so that nothing below it moves when it is rendered, even during a fast scroll.
 * @param total number of loaded items
 * @returns the number of items to render; `endRef` is for an element right after them, which exists while some are missing
 */
export const useIncrementalWall = (total: number): { shown: number; endRef: RefObject<HTMLDivElement | null> } => {
  const [shown, setShown] = useState(drawn);
  const endRef = useRef<HTMLDivElement>(null);
  const isWhole = shown >= total;
  useLayoutEffect(() => {
    const end = endRef.current;
    const wall = end?.previousElementSibling;
    if (!end || !wall) return;
    const reserveHeight = () => void (end.style.minHeight = `${averageHeightPx(wall) * Math.max(0, total - shown)}px`);
    reserveHeight();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(reserveHeight);
    observer.observe(wall);
    return () => observer.disconnect();
  }, [shown, total]);
  useEffect(() => {
    const end = endRef.current;
    if (!end || isWhole) return;
    const grow = (pixels: number) => {
      const neededCards = Math.ceil(pixels / (averageHeightPx(end.previousElementSibling) || Infinity));
      drawn = shown + Math.min(MORE.most, Math.max(MORE.least, neededCards));
      setShown(drawn);
    };
    if (typeof IntersectionObserver === 'undefined') {
      const later = setTimeout(() => grow(0), 0);
      return () => clearTimeout(later);
    }
    // Observed again after each batch: an end that is still in view must trigger the next one.
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && grow(innerHeight + AHEAD_PX - entry.boundingClientRect.top),
      { rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [shown, isWhole]);
  return { shown, endRef };
};

/** Returns the average height that a child adds to the wall, in CSS pixels. */
const averageHeightPx = (wall: Element | null): number =>
  wall && wall.childElementCount > 0 ? wall.getBoundingClientRect().height / wall.childElementCount : 0;
