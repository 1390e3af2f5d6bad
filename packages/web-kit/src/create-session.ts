import { isOutage } from 'web-kit/api';
import type { ApiError, Caller } from 'web-kit/api';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { withTabLock } from 'web-kit/tab-lock';

/** A session of one role, stored in the browser and shared by its tabs. */
export interface Session<State> extends Caller {
  /** Returns the state of the session; null without one. The same object until it changes. */
  state: () => State | null;
  subscribe: (listener: () => void) => () => void;
  /** Whether `restore` is still running. */
  isRestoring: () => boolean;
  /**
   * Restores the session by its refresh cookie where storage does not outlive the page. Never rejects: without a response there is
   * no session.
   */
  restore: () => Promise<void>;
  /** Clears the session in this browser. */
  clear: () => void;
  /**
   * Ends the session on the server and in this browser. Never rejects: the browser's part always succeeds, the server's is owed
   * after a failure.
   */
  logOut: () => Promise<void>;
  /** Ends the session on the server only, for an owed logout. Never rejects. */
  endOnServer: () => Promise<void>;
  /** Ends the session like `logOut`, after inactivity. */
  expire: () => Promise<void>;
  /** Whether the last session in this tab has expired rather than been logged out. */
  isExpired: () => boolean;
}

/** Storage and calls of one kind of session. */
interface Kind<State, Renewed extends { token: string }> {
  tokenKey: string;
  /** Further storage keys of the session. */
  keys: readonly string[];
  read: () => State | null;
  save: (renewed: Renewed) => void;
  refresh: () => Promise<Renewed>;
  end: () => Promise<unknown>;
}

/** Whether a retry may succeed: the call met an outage or a rate limit. */
const isUndecided = (error: unknown): boolean => isOutage(error) || (error as ApiError).status === 429;

const renewals = new Map<string, Promise<string | null>>();

/** Creates a session that is renewed once for all calls and tabs. */
export const createSession = <State, Renewed extends { token: string }>(
  kind: Kind<State, Renewed>,
): Session<State> & { open: (response: Renewed) => void } => {
  const keys = [kind.tokenKey, ...kind.keys];
  let stamp: string | undefined;
  let current: State | null = null;
  const token = () => storage.get(kind.tokenKey);
  const clear = () => keys.forEach((key) => storage.remove(key));
  let isRestoring = false;
  let isExpired = false;
  let isLoggingOut = false;
  const owed = STORAGE_KEYS.owedLogout(kind.tokenKey);
  const endOnServer = async () => {
    if (await kind.end().then(() => false, isUndecided)) storage.set(owed, '1');
    else storage.remove(owed);
  };
  const end = () => endOnServer().then(clear);

  const renewNow = async (rejectedToken: string | null): Promise<string | null> => {
    const currentToken = token();
    if (currentToken !== rejectedToken) return currentToken;
    try {
      const renewed = await kind.refresh();
      // After a logout or a login meanwhile the renewed session is no longer this browser's.
      if (token() === rejectedToken) kind.save(renewed);
      return token();
    } catch (error) {
      if (isUndecided(error)) throw error;
      if (token() === rejectedToken) {
        // A logout in progress has already ended the session on the server, so a rejection is no expiry.
        isExpired = rejectedToken !== null && !isLoggingOut;
        clear();
      }
      return null;
    }
  };

  const renew = (rejectedToken: string | null): Promise<string | null> => {
    const running = renewals.get(kind.tokenKey);
    if (running) return running;
    const renewal = withTabLock(`renew ${kind.tokenKey}`, () => renewNow(rejectedToken)).finally(() =>
      renewals.delete(kind.tokenKey),
    );
    renewals.set(kind.tokenKey, renewal);
    return renewal;
  };

  return {
    token,
    isRestoring: () => isRestoring && token() === null,
    restore: async () => {
      if (token() !== null || storage.isLasting() || storage.get(owed)) return;
      isRestoring = true;
      await renew(null).catch(() => null);
      isRestoring = false;
      // Notifies subscribers of `isRestoring`.
      if (token() === null) clear();
    },
    state: () => {
      const now = keys.map((key) => storage.get(key)).join('\u0000');
      if (now !== stamp) {
        stamp = now;
        current = kind.read();
      }
      return current;
    },
    subscribe: (listener) => storage.subscribe((key) => (key === null || keys.includes(key)) && listener()),
    open: (response) => {
      isExpired = false;
      // A login ends the session whose cookies it overwrites, so the logout is no longer owed.
      storage.remove(owed);
      kind.save(response);
    },
    clear,
    renew,
    endOnServer,
    logOut: () => {
      isExpired = false;
      isLoggingOut = true;
      return end().finally(() => (isLoggingOut = false));
    },
    expire: () => {
      isExpired = true;
      return end();
    },
    isExpired: () => isExpired,
  };
};
