/** Whether the device is online, as far as the browser can detect. */
export interface Connection {
  isOnline: () => boolean;
  /** Registers a listener of changes. @returns a function that removes it */
  subscribe: (listener: () => void) => () => void;
}

/** Connection as reported by `navigator.onLine` and the window's events. */
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
