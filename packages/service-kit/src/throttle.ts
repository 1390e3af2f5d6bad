import { createHash } from 'node:crypto';
import { AppError } from './errors.ts';
import type { Postgres } from './postgres.ts';

interface Limit {
  /** Attempts that may fail within the window. */
  attempts: number;
  windowSeconds: number;
}

/** Old rows removed beside each success: few, and none that another replica holds. */
const SWEPT_AT_ONCE = 100;

const hashed = (key: string) => createHash('sha256').update(key.toLowerCase()).digest('base64url');

/**
 * Counts failed attempts per key in PostgreSQL, so that every replica sees them. Keys are stored hashed: they hold addresses.
 */
export const createThrottle = (postgres: Pick<Postgres, 'query'>, limits: Record<string, Limit>) => {
  const entries = (keys: Record<string, string>) =>
    Object.entries(keys).map(([name, value]) => {
      const limit = limits[name];
      if (!limit) throw new Error(`no limit is named ${name}`);
      return { key: `${name}:${hashed(value)}`, limit };
    });
  return {
    /**
     * Counts one attempt for each key, before it is made: attempts sent side by side are all counted.
     * @param keys by the name of their limit, e.g. { account: email, address: ip }
     * @throws AppError TOO_MANY_ATTEMPTS with the seconds to wait
     */
    take: async (keys: Record<string, string>): Promise<void> => {
      for (const { key, limit } of entries(keys)) {
        const { rows } = await postgres.query<{ failures: number; seconds: number }>(
          `insert into throttles (key, failures, window_ends) values ($1, 1, now() + make_interval(secs => $2))
           on conflict (key) do update set
             failures = case when throttles.window_ends > now() then throttles.failures + 1 else 1 end,
             window_ends = case when throttles.window_ends > now() then throttles.window_ends else excluded.window_ends end
           returning failures, ceil(extract(epoch from window_ends - now()))::int as seconds`,
          [key, limit.windowSeconds],
        );
        const row = rows[0];
        if (row && row.failures > limit.attempts) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfter: Math.max(1, row.seconds) });
      }
    },
    /** Takes the count of an attempt back that succeeded; earlier failures stay until their window ends. */
    giveBack: async (keys: Record<string, string>): Promise<void> => {
      for (const { key } of entries(keys)) await postgres.query('update throttles set failures = greatest(0, failures - 1) where key = $1', [key]);
      await postgres.query(`delete from throttles where key in (select key from throttles where window_ends < now() limit ${SWEPT_AT_ONCE} for update skip locked)`);
    },
  };
};
export type Throttle = ReturnType<typeof createThrottle>;
