import { randomUUID } from 'node:crypto';
import { RECENT_LOGIN_SECONDS } from 'contracts/roles';
import type { TokenSession } from 'service-kit/tokens';

/** Creates the session of a test token, as if just opened. */
export const tokenSession = (changes: Partial<TokenSession> = {}): TokenSession => ({
  id: randomUUID(),
  authenticatedAt: Math.floor(Date.now() / 1000),
  secondsLeft: 24 * 60 * 60,
  ...changes,
});

/** Creates the session of a token whose login is slightly too old for sensitive changes. */
export const oldTokenSession = (): TokenSession =>
  tokenSession({ authenticatedAt: Math.floor(Date.now() / 1000) - RECENT_LOGIN_SECONDS - 5 });

/** Revocations of a process without any revoked session. */
export const NOTHING_REVOKED = { isRevoked: () => false };
