import { randomUUID } from 'node:crypto';
import type { TokenSession } from 'service-kit/tokens';

/** The session of a token that is signed by a test: it was just opened. */
export const tokenSession = (changes: Partial<TokenSession> = {}): TokenSession => ({ id: randomUUID(), authenticatedAt: Math.floor(Date.now() / 1000), secondsLeft: 24 * 60 * 60, ...changes });

/** The list of a process that knows of no revocation. */
export const NOTHING_REVOKED = { isRevoked: () => false };
