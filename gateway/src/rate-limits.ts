import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiterRes } from 'rate-limiter-flexible';
import type { Row } from './routes.ts';

const WINDOW_SECONDS = 60;

/**
 * Counts requests per client network and limit, within this process: several gateways each count their own.
 * @param factor multiplies every limit
 * @returns the seconds to wait when the limit is reached, else null
 */
export const createRateLimits = (factor: number) => {
  const limiters = new Map<number, RateLimiterMemory>();
  const limiterOf = (requestsPerMinute: number) => {
    const existing = limiters.get(requestsPerMinute);
    if (existing) return existing;
    const created = new RateLimiterMemory({
      points: Math.ceil(requestsPerMinute * factor),
      duration: WINDOW_SECONDS,
      keyPrefix: String(requestsPerMinute),
    });
    limiters.set(requestsPerMinute, created);
    return created;
  };
  return async (row: Row, network: string): Promise<number | null> => {
    try {
      await limiterOf(row.requestsPerMinute).consume(`${row.limitKey ?? row.target}:${network}`);
      return null;
    } catch (reached) {
      if (reached instanceof Error) throw reached;
      return Math.max(1, Math.ceil((reached as RateLimiterRes).msBeforeNext / 1000));
    }
  };
};
