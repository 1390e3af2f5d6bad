import { useSyncExternalStore } from 'react';
import { adminSession, affiliateSession, subscriberSession } from 'web-kit/session';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { withTabLock } from 'web-kit/tab-lock';

/** The browser reports a network that is back, and no server. */
const RETRY_MS = 30_000;
const PREFIX = STORAGE_KEYS.owedLogout('');

const owed = () => storage.keys(PREFIX);
const isOwed = () => owed().length > 0;

const sessionOf = (tokenKey: string) => {
  const slug = /^affiliate_(.+)_token$/.exec(tokenKey)?.[1];
  if (slug !== undefined) return affiliateSession(slug);
  return tokenKey === STORAGE_KEYS.administratorToken ? adminSession : subscriberSession;
};

/** A login waits for it (`features/auth`): a late response would remove the cookies of the new session. */
const settle = (key: string): Promise<void> =>
  withTabLock(key, async () => {
    if (storage.get(key) !== null) await sessionOf(key.slice(PREFIX.length)).settle();
  });

/** Repeats each logout that the server does not have yet: now, with the network, and from time to time. */
export const followOwedLogouts = (): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settleAll = () => void Promise.all(owed().map(settle));
  storage.subscribe((key) => {
    if (!key?.startsWith(PREFIX)) return;
    clearTimeout(timer);
    if (isOwed()) timer = setTimeout(settleAll, RETRY_MS);
  });
  addEventListener('online', settleAll);
  settleAll();
};

export const useIsLogoutOwed = (): boolean => useSyncExternalStore(storage.subscribe, isOwed);
