/** Whether the machine has a network at all, as the browser sees it. */
export interface Connection {
  isOnline: () => boolean;
  /** Calls when it goes or comes back. */
  subscribe: (listener: () => void) => () => void;
}

/** The connection that `navigator.onLine` and the window's events report. */
export const browserConnection: Connection = {
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    window.addEventListener('online', listener);
    window.addEventListener('offline', listener);
    return () => {
      window.removeEventListener('online', listener);
      window.removeEventListener('offline', listener);
    };
  },
};
