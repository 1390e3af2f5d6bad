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
import { call } from 'web-kit/api';
import type { Caller } from 'web-kit/api';
import { settleBeforeLogout } from 'web-kit/before-logout';
import { createReauthentication } from 'web-kit/reauthentication';
import type { Reauthentication } from 'web-kit/reauthentication';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
// Relative: a part of this module, which is shared as a whole.
import { createSession } from './create-session.ts';
import type { Session } from './create-session.ts';

/** Outlives the page: the response sets a new refresh secret, without which the session would end. */
const RENEWAL = { keepalive: true };

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
