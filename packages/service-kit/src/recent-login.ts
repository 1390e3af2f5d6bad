import type { Operation } from 'contracts/operation';
import { RECENT_LOGIN_SECONDS } from 'contracts/roles';
import { AppError } from './errors.ts';
import type { Viewer } from './viewer.ts';

/**
 * Accepts a viewer who has logged in, or confirmed the password, a short time ago (docs/sessions.md#recent-login).
 * @throws AppError REAUTHENTICATION_REQUIRED
 */
export const requireRecentLogin = (viewer: Viewer): void => {
  if (viewer.role === 'visitor' || Date.now() / 1000 - viewer.authenticatedAt > RECENT_LOGIN_SECONDS)
    throw new AppError('REAUTHENTICATION_REQUIRED');
};

export type RecentLoginCheck = (changes: readonly { field: string }[]) => void;

/** The check of one request: applies to changes of the fields that its operation names, to no other. */
export const createRecentLoginCheck =
  ({ recentLogin }: Pick<Operation, 'recentLogin'>, viewer: Viewer): RecentLoginCheck =>
  (changes) => {
    if (Array.isArray(recentLogin) && changes.some(({ field }) => recentLogin.includes(field)))
      requireRecentLogin(viewer);
  };
