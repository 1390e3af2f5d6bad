import { randomUUID } from 'node:crypto';
import { RECENT_LOGIN_SECONDS } from 'contracts/roles';
import type { TokenSession } from 'service-kit/tokens';

/** The session of a token that is signed by a test: it was just opened. */
export const tokenSession = (changes: Partial<TokenSession> = {}): TokenSession => ({
  id: randomUUID(),
  authenticatedAt: Math.floor(Date.now() / 1000),
  secondsLeft: 24 * 60 * 60,
  ...changes,
});

/** The session of a token whose login is a moment too old for sensitive changes. */
export const oldTokenSession = (): TokenSession =>
  tokenSession({ authenticatedAt: Math.floor(Date.now() / 1000) - RECENT_LOGIN_SECONDS - 5 });

/** The list of a process that knows of no revocation. */
export const NOTHING_REVOKED = { isRevoked: () => false };
