import { useEffect, useRef, type RefObject } from 'react';

/** Time that a video may stand still without loading more; over a slow line a segment of six seconds arrives within it. */
const STALL_SECONDS = 10;

/** Returns the position and buffer of a video, which change while it plays or loads. */
const progressOf = ({ currentTime, buffered }: HTMLVideoElement): string =>
  [currentTime, ...Array.from({ length: buffered.length }, (_, index) => buffered.end(index))].join(' ');

/** Whether the video should progress: it plays, or loads its beginning. A browser that denies autoplay stops loading. */
const isWaitedFor = ({ paused, ended, readyState, networkState }: HTMLVideoElement): boolean =>
  paused
    ? readyState < HTMLMediaElement.HAVE_CURRENT_DATA && networkState === HTMLMediaElement.NETWORK_LOADING
    : !ended;

/** Detects stalled HLS: a segment that fails or never arrives raises no event in Chromium (156), which still reports playback. */
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
