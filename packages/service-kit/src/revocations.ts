import { VIEW_COOKIE_SECONDS } from 'contracts/roles';
import { z } from 'zod';
import type { Logger } from './logger.ts';
import { Counter, Gauge } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';

/** A session whose tokens hold no longer. */
export interface RevokedSession {
  id: string;
  /** Milliseconds since 1970: from then on none of its tokens would hold anyway. */
  expiresAt: number;
}

/** Response of an issuer's GET /.well-known/revoked-sessions. */
export const revokedSessions = z.object({ sessions: z.array(z.object({ id: z.string(), expiresAt: z.number() })) });
/** Path beside the key set, on the issuer's own listener: the gateway has no row for it. */
export const REVOKED_SESSIONS_PATH = '/.well-known/revoked-sessions';

/** About 30 MB. More than that within the life of a token is an attack, or a fault. */
const MAX_ENTRIES = 200_000;

interface RevocationOptions {
  logger: Logger;
  metrics?: Metrics | undefined;
  maxEntries?: number;
  clock?: () => number;
}

/**
 * Sessions that this process knows to be revoked, each until its tokens have expired. Where there are more than fit, the oldest are
 * evicted and every token issued before their revocation is rejected in their place: its owner renews it, a revoked session cannot.
 */
export const createRevocations = ({
  logger,
  metrics,
  maxEntries = MAX_ENTRIES,
  clock = Date.now,
}: RevocationOptions) => {
  /** Session ids in the order of their revocation, which is nearly that of their expiry. */
  const expiries = new Map<string, number>();
  /** Milliseconds since 1970: the last revocation that was evicted. */
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
    /** @param issuedAt of the token, in seconds since 1970 */
    isRevoked: (sessionId: string, issuedAt: number): boolean =>
      expiries.has(sessionId) || issuedAt * 1000 <= evictedUntil,
  };
};
export type Revocations = ReturnType<typeof createRevocations>;
