/** Time after the start: the first screen, its pictures and its calls come first. */
const EARLIEST_MS = 2_000;

/** Calls back once the browser has nothing else to do; Safari has no idle callback. */
export const whenIdle = (callback: () => void): void => {
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(callback);
    else setTimeout(callback, EARLIEST_MS);
  }, EARLIEST_MS);
};
