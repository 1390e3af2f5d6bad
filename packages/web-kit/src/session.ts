import { refreshAffiliate } from 'contracts/operations/affiliates';
import { refreshAdministrator, refreshSubscriber } from 'contracts/operations/auth';
import {
  logoutAdministrator,
  logoutAffiliate,
  logoutSubscriber,
  reauthenticateAdministrator,
  reauthenticateAffiliate,
} from 'contracts/operations/sessions';
import type { AuthResponse, User } from 'contracts/subscribers';
import { useSyncExternalStore } from 'react';
import { call, isOutage } from 'web-kit/api';
import type { ApiError, Caller } from 'web-kit/api';
import { settleBeforeLogout } from 'web-kit/before-logout';
import { withTabLock } from 'web-kit/tab-lock';
import { createReauthentication } from 'web-kit/reauthentication';
import type { Reauthentication } from 'web-kit/reauthentication';
import { STORAGE_KEYS, storage } from 'web-kit/storage';

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
  settle: () => Promise<void>;
  /** Ends the session like `logOut`, after inactivity. */
  expire: () => Promise<void>;
  /** Whether the last session in this tab has expired rather than been logged out. */
  isExpired: () => boolean;
}

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

/** Outlives the page: the response sets a new refresh secret, without which the session would end. */
const RENEWAL = { keepalive: true };

const renewals = new Map<string, Promise<string | null>>();

const createSession = <State, Renewed extends { token: string }>(
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
  const settle = async () => {
    if (await kind.end().then(() => false, isUndecided)) storage.set(owed, '1');
    else storage.remove(owed);
  };
  const end = () => settle().then(clear);

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
    settle,
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

export interface Subscriber {
  token: string;
  user: User;
}

const readUser = (): User | null => {
  try {
    const { email, firstName, lastName, username } = JSON.parse(
      storage.get(STORAGE_KEYS.subscriberUser) ?? '{}',
    ) as User;
    return [email, firstName, lastName, username].every((field) => typeof field === 'string')
      ? { email, firstName, lastName, username }
      : null;
  } catch {
    return null;
  }
};

/** Session of the subscriber: keys `token` and `user`. `open` takes the response of register or login (docs/sessions.md). */
export const subscriberSession = createSession<Subscriber, AuthResponse>({
  tokenKey: STORAGE_KEYS.subscriberToken,
  // Includes the user's choice of a model and an open payment, which do not belong to the next user of this browser.
  keys: [
    STORAGE_KEYS.subscriberUser,
    STORAGE_KEYS.selectedModel,
    STORAGE_KEYS.paymentOpenedAt,
    STORAGE_KEYS.unseenPurchaseAt,
  ],
  read: () => {
    const token = storage.get(STORAGE_KEYS.subscriberToken);
    const user = readUser();
    return token && user ? { token, user } : null;
  },
  save: ({ token, user }) => {
    storage.set(STORAGE_KEYS.subscriberUser, JSON.stringify(user));
    storage.set(STORAGE_KEYS.subscriberToken, token);
  },
  refresh: () => call(refreshSubscriber, RENEWAL),
  end: () => call(logoutSubscriber, {}),
});

/** Session of a panel; its calls that need a recent login wait for the dialog of `panel/reauthentication`. */
export interface PanelSession extends Session<{ token: string }> {
  open: (response: { token: string }) => void;
  reauthentication: Reauthentication;
}
interface PanelCalls {
  refresh: () => Promise<{ token: string }>;
  end: () => Promise<unknown>;
  /** Confirms the password, authorised by the session's token. */
  reauthenticate: (password: string, session: Caller) => Promise<{ token: string }>;
}

/** Creates a panel's session: a token, and the flag that the specification stores beside it (for the screen only). */
const createPanelSession = (
  tokenKey: string,
  flagKey: string,
  { refresh, end, reauthenticate }: PanelCalls,
): PanelSession => {
  const session = createSession<{ token: string }, { token: string }>({
    tokenKey,
    keys: [flagKey],
    read: () => {
      const token = storage.get(tokenKey);
      return token && storage.get(flagKey) === 'true' ? { token } : null;
    },
    save: ({ token }) => {
      storage.set(tokenKey, token);
      storage.set(flagKey, 'true');
    },
    refresh,
    end,
  });
  const reauthentication = createReauthentication(async (password) => {
    const confirmed = await reauthenticate(password, session);
    session.open(confirmed);
    return confirmed.token;
  });
  return {
    ...session,
    // A session that expires leaves the drafts for the next login of the same user; a logout removes them.
    logOut: async () => {
      await settleBeforeLogout();
      for (const key of storage.keys(STORAGE_KEYS.modelDrafts(tokenKey))) storage.remove(key);
      return session.logOut();
    },
    reauthentication,
    reauthenticate: reauthentication.request,
  };
};

/** Session of the main administrator. `open` takes the response of the verify call. */
export const adminSession = createPanelSession(STORAGE_KEYS.administratorToken, STORAGE_KEYS.administratorFlag, {
  refresh: () => call(refreshAdministrator, RENEWAL),
  end: () => call(logoutAdministrator, {}),
  reauthenticate: (password, session) => call(reauthenticateAdministrator, { body: { password }, session }),
});

const affiliates = new Map<string, PanelSession>();

/** Returns the session of one affiliate; the same object for the same slug. */
export const affiliateSession = (slug: string): PanelSession => {
  const cachedSession = affiliates.get(slug);
  if (cachedSession) return cachedSession;
  const params = { slug };
  const session = createPanelSession(STORAGE_KEYS.affiliateToken(slug), STORAGE_KEYS.affiliateFlag(slug), {
    refresh: () => call(refreshAffiliate, { params, ...RENEWAL }),
    end: () => call(logoutAffiliate, { params }),
    reauthenticate: (password, caller) =>
      call(reauthenticateAffiliate, { params, body: { password }, session: caller }),
  });
  affiliates.set(slug, session);
  return session;
};

const noSession = () => null;

/** Returns the session state, updated by other tabs; null on the server and during hydration, so that both render the same. */
export const useSession = <State>(session: Session<State>): State | null =>
  useSyncExternalStore(session.subscribe, session.state, noSession);

const no = () => false;

/** Whether it is still unknown if there is a session. */
export const useIsRestoring = <State>(session: Session<State>): boolean =>
  useSyncExternalStore(session.subscribe, session.isRestoring, no);
