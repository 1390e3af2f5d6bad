import { useEffect, useRef, type RefObject } from 'react';

/** Time that a film may stand still while nothing more of it comes; a weak line brings a segment of six seconds within it. */
const STALL_SECONDS = 10;

/** Position and buffer of a film, which change while it plays or loads. */
const progressOf = ({ currentTime, buffered }: HTMLVideoElement): string =>
  [currentTime, ...Array.from({ length: buffered.length }, (_, index) => buffered.end(index))].join(' ');

/** Whether the film is expected to progress: it plays, or it loads its beginning; a browser that refuses autoplay has stopped loading. */
const isWaitedFor = ({ paused, ended, readyState, networkState }: HTMLVideoElement): boolean =>
  paused
    ? readyState < HTMLMediaElement.HAVE_CURRENT_DATA && networkState === HTMLMediaElement.NETWORK_LOADING
    : !ended;

/** Detects stalled HLS: a segment that fails or never arrives raises no event in Chromium (156), which keeps reporting playback. */
export const useStallDetection = (
  filmRef: RefObject<HTMLVideoElement | null>,
  isWatched: boolean,
  onStall: () => void,
): void => {
  const latestOnStall = useRef(onStall);
  useEffect(() => {
    latestOnStall.current = onStall;
  });
  useEffect(() => {
    if (!isWatched) return undefined;
    let before = '';
    let still = 0;
    const watch = setInterval(() => {
      const film = filmRef.current;
      if (!film) return;
      const now = progressOf(film);
      still = now === before && isWaitedFor(film) ? still + 1 : 0;
      before = now;
      if (still === STALL_SECONDS) latestOnStall.current();
    }, 1_000);
    return () => clearInterval(watch);
  }, [filmRef, isWatched]);
};
