import { createHash } from 'node:crypto';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import type { QueryConfig } from 'pg';
import type { Postgres } from './postgres.ts';

export interface Limit {
  /** Attempts within the window; a further one is denied. */
  attempts: number;
  windowSeconds: number;
}

/** Keys hold addresses and e-mails: the table holds their hashes. */
const hashed = (key: string) => createHash('sha256').update(key.toLowerCase()).digest('base64url');
const secondsOf = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000));

/** Counts attempts by key in PostgreSQL, so that every replica counts the same. */
export const createRateLimiter = (
  postgres: Pick<Postgres, 'query'>,
  name: string,
  { attempts, windowSeconds }: Limit,
) => {
  const limiter = new RateLimiterPostgres({
    // Drops the library's names of statements: a prepared statement belongs to a session, which a pooler shares.
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
     * Counts an attempt before it is made: attempts sent side by side are all counted.
     * @param seconds the window, where it is not the limiter's
     * @returns seconds to wait where the limit is exceeded, else null
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
    /** Counts an attempt whatever the limit. @returns how many there are in the window */
    count: async (key: string): Promise<number> => (await limiter.penalty(hashed(key))).consumedPoints,
    /** Seconds until the window of a key ends, or null where there is none. */
    secondsLeft: async (key: string): Promise<number | null> => {
      const window = await limiter.get(hashed(key));
      return window && window.msBeforeNext > 0 ? secondsOf(window.msBeforeNext) : null;
    },
    /** Takes the count of one attempt back. */
    giveBack: async (key: string): Promise<void> => void (await limiter.reward(hashed(key))),
    /** Deletes the attempts of a key. */
    reset: async (key: string): Promise<void> => void (await limiter.delete(hashed(key))),
  };
};
