import { RECENT_LOGIN_SECONDS } from 'contracts/roles';
import type { Caller } from 'web-kit/api';

/** Seconds in which a call that is made later still finds the login recent. */
const MARGIN_SECONDS = 60;

/** Instant at which the token's person last gave the password, in seconds; null where that cannot be read. */
const authenticatedAt = (token: string): number | null => {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    const { auth_time } = JSON.parse(atob(payload)) as { auth_time?: unknown };
    return typeof auth_time === 'number' ? auth_time : null;
  } catch {
    return null;
  }
};

/**
 * Requests the password now where a later call would request it (docs/sessions.md#recent-login); the server decides then.
 * @returns false when the person cancelled
 */
export const confirmRecentLogin = async ({ token, reauthenticate }: Caller): Promise<boolean> => {
  const currentToken = token();
  const at = currentToken === null ? null : authenticatedAt(currentToken);
  if (at === null || !reauthenticate || Date.now() / 1000 - at < RECENT_LOGIN_SECONDS - MARGIN_SECONDS) return true;
  return (await reauthenticate()) !== null;
};
