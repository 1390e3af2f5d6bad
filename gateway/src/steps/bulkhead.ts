import type { Bulkheads } from '../bulkheads.ts';
import type { Step } from '../pipeline.ts';
import { Overloaded } from '../reject.ts';
import type { Reject } from '../reject.ts';
import { sharedKeyOf } from './cache.ts';

/** Sheds requests to a full bulkhead first: a request that cannot be served must cost nothing. */
export const createShed =
  ({ bulkheads, reject }: { bulkheads: Bulkheads; reject: Reject }): Step =>
  async (exchange, next) =>
    bulkheads.isFull(exchange.row, exchange.client.network) && sharedKeyOf(exchange) === null
      ? reject(exchange, 'SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 })
      : next();

/** Waits for a slot of the row's bulkhead, released when the response ends. @throws Overloaded when the bulkhead is full */
export const createBulkhead =
  (bulkheads: Bulkheads): Step =>
  async ({ row, client, response }, next) => {
    const admission = await bulkheads.enter(row, client.network, response);
    if (admission === 'clientLeft') return;
    if (admission === 'full') throw new Overloaded();
    response.once('close', admission.release);
    return next();
  };
