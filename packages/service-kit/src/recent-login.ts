import type { Operation } from 'contracts/operation';
import { RECENT_LOGIN_SECONDS } from 'contracts/roles';
import { AppError } from './errors.ts';
import type { Viewer } from './viewer.ts';

/**
 * Accepts a viewer who recently logged in or confirmed the password (docs/sessions.md#recent-login).
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export const requireRecentLogin = (viewer: Viewer): void => {
  if (viewer.role === 'visitor' || Date.now() / 1000 - viewer.authenticatedAt > RECENT_LOGIN_SECONDS)
    throw new AppError('REAUTHENTICATION_REQUIRED');
};

export type RecentLoginCheck = (changes: readonly { field: string }[]) => void;

/** Creates the check for one request: it applies only to changes of the fields that the operation names. */
export const createRecentLoginCheck =
  ({ recentLogin }: Pick<Operation, 'recentLogin'>, viewer: Viewer): RecentLoginCheck =>
  (changes) => {
    if (Array.isArray(recentLogin) && changes.some(({ field }) => recentLogin.includes(field)))
      requireRecentLogin(viewer);
  };
