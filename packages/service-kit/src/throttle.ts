import { AppError } from './errors.ts';
import type { Postgres } from './postgres.ts';
import { createRateLimiter } from './rate-limiter.ts';
import type { Limit } from './rate-limiter.ts';

/** Limits attempts by key, each with the limit of its name. For logins see `createLoginThrottle`. */
export const createThrottle = (postgres: Pick<Postgres, 'query'>, limits: Record<string, Limit>) => {
  const limiters = new Map(
    Object.entries(limits).map(([name, limit]) => [name, createRateLimiter(postgres, name, limit)]),
  );
  const entries = (keys: Record<string, string>) =>
    Object.entries(keys).map(([name, key]) => {
      const limiter = limiters.get(name);
      if (!limiter) throw new Error(`no limit is named ${name}`);
      return { limiter, key };
    });
  /** Counts one attempt per key. @returns the seconds to wait at the first exceeded limit, else null */
  const count = async (keys: Record<string, string>): Promise<number | null> => {
    for (const { limiter, key } of entries(keys)) {
      const secondsToWait = await limiter.take(key);
      if (secondsToWait !== null) return secondsToWait;
    }
    return null;
  };
  return {
    /**
     * Counts one attempt per key, before it is made.
     * @param keys by the name of their limit, e.g. { resetRequestAccount: email, resetRequestAddress: ip }
     * @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait
     */
    take: async (keys: Record<string, string>): Promise<void> => {
      const retryAfterSeconds = await count(keys);
      if (retryAfterSeconds !== null) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds });
    },
    /** Counts one attempt per key; returns whether it is within every limit. */
    admits: async (keys: Record<string, string>): Promise<boolean> => (await count(keys)) === null,
    /** Uncounts a successful attempt; earlier failures count until their window ends. */
    giveBack: async (keys: Record<string, string>): Promise<void> => {
      for (const { limiter, key } of entries(keys)) await limiter.giveBack(key);
    },
  };
};
export type Throttle = ReturnType<typeof createThrottle>;
