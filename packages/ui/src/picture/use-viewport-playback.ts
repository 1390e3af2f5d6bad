import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Motion that starts by itself and lasts longer needs a control to stop it (WCAG 2.2.2). */
const MAX_PLAYBACK_MS = 5_000;
/** Share of the video that must be in sight. */
const IN_SIGHT = 0.4;

/** Whether silent films may move by themselves: not where less motion, or less data, is wished. */
export const mayPlay = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
};

/** Calls back once when a still comes into view; never where autoplay is not allowed. */
export const useOnFirstView = (ref: RefObject<Element | null>, onSeen: () => void): void => {
  const notify = useEffectEvent(onSeen);
  useEffect(() => {
    const still = ref.current;
    if (!still || typeof IntersectionObserver === 'undefined' || !mayPlay()) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && notify(), { threshold: IN_SIGHT });
    observer.observe(still);
    return () => observer.disconnect();
  }, [ref]);
};

/** Plays a silent film while it is in sight, for some seconds each time; nothing of it is fetched before. */
export const useViewportPlayback = (ref: RefObject<HTMLVideoElement | null>): void => {
  useEffect(() => {
    const film = ref.current;
    if (!film || typeof IntersectionObserver === 'undefined' || !mayPlay()) return;
    let end: ReturnType<typeof setTimeout> | undefined;
    const rest = () => film.pause();
    const count = () => {
      clearTimeout(end);
      end = setTimeout(rest, MAX_PLAYBACK_MS);
    };
    const observer = new IntersectionObserver(
      ([entry]) => {
        // Refused by the browser or left before it began: the poster stays, and that is all.
        if (entry?.isIntersecting) void film.play().catch(() => undefined);
        else rest();
      },
      { threshold: IN_SIGHT },
    );
    film.addEventListener('playing', count);
    observer.observe(film);
    return () => {
      observer.disconnect();
      film.removeEventListener('playing', count);
      clearTimeout(end);
    };
  }, [ref]);
};
