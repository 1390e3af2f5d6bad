import type { AuthResponse } from 'contracts/subscribers';
import { subscriberSession } from 'web-kit/session';
import { STORAGE_KEYS } from 'web-kit/storage';
import { withTabLock } from 'web-kit/tab-lock';

const OWED_LOGOUT = STORAGE_KEYS.owedLogout(STORAGE_KEYS.subscriberToken);

/**
 * Makes a call that logs in, and opens its session. Waits for a logout that is being retried (shell/after-load), as its response
 * removes cookies.
 */
export const openSession = (enter: () => Promise<AuthResponse>): Promise<AuthResponse> =>
  withTabLock(OWED_LOGOUT, async () => {
    const response = await enter();
    subscriberSession.open(response);
    return response;
  });
