/** Lets a call wait until the user confirms the password. The panel renders the dialog and calls `confirm` or `cancel`. */
export interface Reauthentication {
  /** Resolves with the new token; null when cancelled or when no dialog is mounted. Concurrent calls share one dialog. */
  request: () => Promise<string | null>;
  isRequested: () => boolean;
  /** Subscribes the dialog; requests wait only while it is subscribed. */
  subscribe: (listener: () => void) => () => void;
  /** @throws ApiError of the call, such as WRONG_PASSWORD; the request then stays open */
  confirm: (password: string) => Promise<void>;
  cancel: () => void;
}

/**
 * Creates the reauthentication of a session.
 * @param authenticate confirms the password on the server; resolves with the new token
 */
export const createReauthentication = (authenticate: (password: string) => Promise<string>): Reauthentication => {
  const listeners = new Set<() => void>();
  let pending: PromiseWithResolvers<string | null> | null = null;
  const setPending = (next: typeof pending) => {
    pending = next;
    listeners.forEach((listener) => listener());
  };
  const resolveRequest = (token: string | null) => {
    pending?.resolve(token);
    setPending(null);
  };

  return {
    request: () => {
      if (pending) return pending.promise;
      if (listeners.size === 0) return Promise.resolve(null);
      const request = Promise.withResolvers<string | null>();
      setPending(request);
      return request.promise;
    },
    isRequested: () => pending !== null,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    confirm: async (password) => {
      const request = pending;
      const token = await authenticate(password);
      // The request may have been cancelled, or replaced by another one, meanwhile.
      if (request === pending) resolveRequest(token);
    },
    cancel: () => resolveRequest(null),
  };
};
