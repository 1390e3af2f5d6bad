import { STORAGE_KEYS, storage } from 'web-kit/storage';
import { withTabLock } from 'web-kit/tab-lock';

/**
 * Makes a call that may log in once no logout of this session is being retried (shell/after-load), whose response would remove the
 * new cookies. A login ends the session whose cookies it overwrites: its logout is no longer owed.
 */
export const afterOwedLogout = <Result extends object>(
  tokenKey: string,
  enter: () => Promise<Result>,
): Promise<Result> => {
  const owed = STORAGE_KEYS.owedLogout(tokenKey);
  return withTabLock(owed, async () => {
    const response = await enter();
    if ('token' in response) storage.remove(owed);
    return response;
  });
};
