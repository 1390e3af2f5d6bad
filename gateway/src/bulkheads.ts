import type { ServerResponse } from 'node:http';
import type { Row } from './routes.ts';

/** Share of one client address in a bulkhead, slots and waiters together, and in the buffered bodies. */
export const SHARE = 1 / 4;

interface Bulkhead {
  running: number;
  /** Callbacks of the requests that wait for a slot, in the order of arrival. */
  waiters: Set<() => void>;
  /** Slots and waiters of each client. */
  countsByAddress: Map<string, number>;
}

/** A slot, `full` where the request is to be shed, or `clientLeft` where its client left while it waited. */
export type Admission = { release: () => void } | 'full' | 'clientLeft';

/**
 * Limits the requests that a row sends to its service at once to `inFlight`; `waiting` more wait for a slot, and what exceeds
 * that is shed at once: a service under five times its load goes on doing what it can, instead of responding to every client too late.
 * @param factor multiplies the share of one address; load tests come from one
 */
export const createBulkheads = (factor = 1) => {
  const bulkheads = new Map<Row, Bulkhead>();
  const bulkheadOf = (row: Row): Bulkhead => {
    const bulkhead = bulkheads.get(row) ?? { running: 0, waiters: new Set(), countsByAddress: new Map() };
    bulkheads.set(row, bulkhead);
    return bulkhead;
  };
  const shareOf = ({ inFlight = 0, waiting = 0 }: Row) => Math.max(1, Math.ceil((inFlight + waiting) * SHARE * factor));

  const isFull = (row: Row, address: string): boolean => {
    if (row.inFlight === undefined) return false;
    const { running, waiters, countsByAddress } = bulkheadOf(row);
    return (
      (running >= row.inFlight && waiters.size >= (row.waiting ?? 0)) ||
      (countsByAddress.get(address) ?? 0) >= shareOf(row)
    );
  };

  return {
    /** Whether a request of this address would be shed. */
    isFull,
    /**
     * Resolves once the request has a slot; the caller releases it. A row without a limit always has one.
     * @param response its close ends the waiting; absent where other clients wait for the same result
     */
    enter: async (row: Row, address: string, response?: ServerResponse): Promise<Admission> => {
      if (row.inFlight === undefined) return { release: () => undefined };
      if (isFull(row, address)) return 'full';
      const bulkhead = bulkheadOf(row);
      const { waiters, countsByAddress } = bulkhead;
      countsByAddress.set(address, (countsByAddress.get(address) ?? 0) + 1);
      const leave = () => {
        const count = (countsByAddress.get(address) ?? 1) - 1;
        if (count > 0) countsByAddress.set(address, count);
        else countsByAddress.delete(address);
      };
      if (bulkhead.running < row.inFlight) bulkhead.running += 1;
      else {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        const admit = () => resolve(true);
        const cancel = () => void (waiters.delete(admit) && resolve(false));
        waiters.add(admit);
        response?.once('close', cancel);
        if (!(await promise)) {
          leave();
          return 'clientLeft';
        }
        response?.off('close', cancel);
      }
      const release = () => {
        leave();
        const [next] = waiters;
        // The slot passes to the next waiter: the count falls only when no waiter is left.
        if (!next) return void (bulkhead.running -= 1);
        waiters.delete(next);
        next();
      };
      if (!response?.closed) return { release };
      release();
      return 'clientLeft';
    },
  };
};
export type Bulkheads = ReturnType<typeof createBulkheads>;
