import { useSyncExternalStore } from 'react';
import { adminSession, affiliateSession, subscriberSession } from 'web-kit/session';
import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { withTabLock } from 'web-kit/tab-lock';

/** Retry interval: the browser reports a restored network, but not a restored server. */
const RETRY_MS = 30_000;
const PREFIX = STORAGE_KEYS.owedLogout('');

const owedKeys = () => storage.keys(PREFIX);
const isOwed = () => owedKeys().length > 0;

const sessionOf = (tokenKey: string) => {
  const slug = /^affiliate_(.+)_token$/.exec(tokenKey)?.[1];
  if (slug !== undefined) return affiliateSession(slug);
  return tokenKey === STORAGE_KEYS.administratorToken ? adminSession : subscriberSession;
};

/**
 * Completes an owed logout under a lock that a login waits for (`features/auth`): a late response would remove the cookies of the
 * new session.
 */
const complete = (key: string): Promise<void> =>
  withTabLock(key, async () => {
    if (storage.get(key) !== null) await sessionOf(key.slice(PREFIX.length)).endOnServer();
  });

/** Retries each logout that the server has not received: now, when the network is back, and at intervals. */
export const followOwedLogouts = (): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const completeAll = () => void Promise.all(owedKeys().map(complete));
  storage.subscribe((key) => {
    if (!key?.startsWith(PREFIX)) return;
    clearTimeout(timer);
    if (isOwed()) timer = setTimeout(completeAll, RETRY_MS);
  });
  addEventListener('online', completeAll);
  completeAll();
};

export const useIsLogoutOwed = (): boolean => useSyncExternalStore(storage.subscribe, isOwed);
