import { VIEW_COOKIE_SECONDS } from 'contracts/roles';
import { z } from 'zod';
import type { Logger } from './logger.ts';
import { Counter, Gauge } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';

/** Session whose tokens are no longer valid. */
export interface RevokedSession {
  id: string;
  /** Instant (milliseconds since 1970) at which all of its tokens have expired. */
  expiresAt: number;
}

/** Response of an issuer's GET /.well-known/revoked-sessions. */
export const revokedSessions = z.object({ sessions: z.array(z.object({ id: z.string(), expiresAt: z.number() })) });
/** Path beside the key set, on the issuer's own port: the gateway has no route for it. */
export const REVOKED_SESSIONS_PATH = '/.well-known/revoked-sessions';

/** About 30 MB. More revocations within the lifetime of a token are an attack or a fault. */
const MAX_ENTRIES = 200_000;

interface RevocationOptions {
  logger: Logger;
  metrics?: Metrics | undefined;
  maxEntries?: number;
  clock?: () => number;
}

/**
 * Sessions known to be revoked, each until its tokens have expired. When there are too many, the oldest are evicted, and instead
 * every token issued before their revocation is rejected: other sessions can renew their token, a revoked one cannot.
 */
export const createRevocations = ({
  logger,
  metrics,
  maxEntries = MAX_ENTRIES,
  clock = Date.now,
}: RevocationOptions) => {
  /** Expiry by session id, in order of revocation, which is nearly the order of expiry. */
  const expiries = new Map<string, number>();
  /** Revocation time (milliseconds since 1970) of the last evicted session. */
  let evictedUntil = Number.NEGATIVE_INFINITY;
  const registers = metrics ? [metrics.registry] : [];
  const evicted = new Counter({
    name: 'revoked_sessions_evicted_total',
    help: 'Revoked sessions evicted before their tokens expired',
    registers,
  });
  new Gauge({
    name: 'revoked_sessions',
    help: 'Revoked sessions whose tokens have not expired',
    registers,
    collect() {
      this.set(expiries.size);
    },
  });

  const removeExpired = () => {
    for (const [id, expiresAt] of expiries) {
      if (expiresAt > clock()) return;
      expiries.delete(id);
    }
  };
  const removeSurplus = () => {
    const surplus = expiries.size - maxEntries;
    if (surplus <= 0) return;
    for (const [id, expiresAt] of expiries) {
      if (expiries.size <= maxEntries) break;
      expiries.delete(id);
      evictedUntil = Math.max(evictedUntil, expiresAt - VIEW_COOKIE_SECONDS * 1000);
    }
    evicted.inc(surplus);
    logger.warn({ evicted: surplus, maxEntries }, 'revoked sessions evicted');
  };

  return {
    add: (sessions: Iterable<RevokedSession>): void => {
      removeExpired();
      for (const { id, expiresAt } of sessions) expiries.set(id, expiresAt);
      removeSurplus();
    },
    /** @param issuedAt issue time of the token, in seconds since 1970 */
    isRevoked: (sessionId: string, issuedAt: number): boolean =>
      expiries.has(sessionId) || issuedAt * 1000 <= evictedUntil,
  };
};
export type Revocations = ReturnType<typeof createRevocations>;
