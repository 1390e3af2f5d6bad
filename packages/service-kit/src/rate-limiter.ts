import { createHash } from 'node:crypto';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { QueryConfig } from 'pg';
import type { Postgres } from './postgres.ts';

export interface Limit {
  /** Maximum number of attempts within the window. */
  attempts: number;
  windowSeconds: number;
}

/** Keys may be addresses and e-mails, so the table stores hashes. */
const hashed = (key: string) => createHash('sha256').update(key.toLowerCase()).digest('base64url');
const secondsOf = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));

/** Counts attempts by key in PostgreSQL, shared by all replicas. */
export const createRateLimiter = (
  postgres: Pick<Postgres, 'query'>,
  name: string,
  { attempts, windowSeconds }: Limit,
) => {
  const limiter = new RateLimiterPostgres({
    // Drops the library's statement names: a prepared statement belongs to a session, which a pooler shares.
    storeClient: { query: ({ text, values }: QueryConfig) => postgres.query(text, values) },
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: attempts,
    duration: windowSeconds,
  });
  return {
    /**
     * Counts an attempt before it is made, so that concurrent attempts all count.
     * @param seconds window, when it differs from the limiter's
     * @returns the seconds to wait when the limit is exceeded, else null
     */
    take: async (key: string, seconds?: number): Promise<number | null> => {
      try {
        await limiter.consume(hashed(key), 1, seconds === undefined ? {} : { customDuration: seconds });
        return null;
      } catch (exceeded) {
        if (exceeded instanceof Error) throw exceeded;
        return secondsOf((exceeded as { msBeforeNext: number }).msBeforeNext);
      }
    },
    /** Counts an attempt regardless of the limit. @returns the number of attempts in the window */
    count: async (key: string): Promise<number> => (await limiter.penalty(hashed(key))).consumedPoints,
    /** Returns the seconds until the window of a key ends, or null without a window. */
    secondsLeft: async (key: string): Promise<number | null> => {
      const window = await limiter.get(hashed(key));
      return window && window.msBeforeNext > 0 ? secondsOf(window.msBeforeNext) : null;
    },
    /** Uncounts one attempt. */
    giveBack: async (key: string): Promise<void> => void (await limiter.reward(hashed(key))),
    /** Deletes the attempts of a key. */
    reset: async (key: string): Promise<void> => void (await limiter.delete(hashed(key))),
  };
};
