import type { Step } from '../pipeline.ts';
import { createRateLimits } from '../rate-limits.ts';
import type { Reject } from '../reject.ts';

/** Applies the rate limit of the row to the client's network. @param factor multiplies every limit */
export const createLimit = ({ factor, reject }: { factor: number; reject: Reject }): Step => {
  const secondsToWait = createRateLimits(factor);
  return async (exchange, next) => {
    const retryAfterSeconds = await secondsToWait(exchange.row, exchange.client.network);
    return retryAfterSeconds === null ? next() : reject(exchange, 'TOO_MANY_REQUESTS', { retryAfterSeconds });
  };
};
