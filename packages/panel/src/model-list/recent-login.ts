import { RECENT_LOGIN_SECONDS } from 'contracts/roles';
import type { Caller } from 'web-kit/api';

/**
 * Seconds before the end of a recent login within which the password is requested in advance, so that a later call still succeeds.
 */
const MARGIN_SECONDS = 60;

/** Reads the time of the last password entry from the token; null where that fails. */
const authenticatedAtSeconds = (token: string): number | null => {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { auth_time } = JSON.parse(atob(payload)) as { auth_time?: unknown };
    return typeof auth_time === 'number' ? auth_time : null;
  } catch {
    return null;
  }
};

/**
 * Requests the password now if a later call would need it (docs/sessions.md#recent-login); the server decides at that call.
 * @returns false when the user has cancelled
 */
export const confirmRecentLogin = async ({ token, reauthenticate }: Caller): Promise<boolean> => {
  const currentToken = token();
  const atSeconds = currentToken === null ? null : authenticatedAtSeconds(currentToken);
  if (atSeconds === null || !reauthenticate || Date.now() / 1000 - atSeconds < RECENT_LOGIN_SECONDS - MARGIN_SECONDS)
    return true;
  return (await reauthenticate()) !== null;
};
