/** Time after the start, so that the first screen, its pictures and its calls come first. */
const EARLIEST_MS = 2_000;

/** Calls back when the browser is idle; Safari lacks requestIdleCallback. */
export const whenIdle = (callback: () => void): void => {
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(callback);
    else setTimeout(callback, EARLIEST_MS);
  }, EARLIEST_MS);
};
