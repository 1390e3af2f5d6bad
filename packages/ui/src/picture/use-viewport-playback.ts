import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Longest automatic playback: longer motion would need a control to stop it (WCAG 2.2.2). */
const MAX_PLAYBACK_MS = 5_000;
const MIN_VISIBLE_SHARE = 0.4;

/** Whether muted videos may play by themselves: not for users who prefer less motion or save data. */
export const mayPlay = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return !connection?.saveData && !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
};

/** Calls back once when a still becomes visible; never where autoplay is not allowed. */
export const useOnFirstView = (ref: RefObject<Element | null>, onSeen: () => void): void => {
  const notify = useEffectEvent(onSeen);
  useEffect(() => {
    const still = ref.current;
    if (!still || typeof IntersectionObserver === 'undefined' || !mayPlay()) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && notify(), {
      threshold: MIN_VISIBLE_SHARE,
    });
    observer.observe(still);
    return () => observer.disconnect();
  }, [ref]);
};

/** Plays a muted video while it is visible, for some seconds each time; nothing of it is loaded before. */
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
        // The browser may deny playback, or the video may be scrolled away before it starts: the poster stays.
        if (entry?.isIntersecting) void film.play().catch(() => undefined);
        else rest();
      },
      { threshold: MIN_VISIBLE_SHARE },
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
