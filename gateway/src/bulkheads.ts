import type { ServerResponse } from 'node:http';
import type { Row } from './routes.ts';

/** Share of one client network in a bulkhead (slots and waiters together) and in the buffered bodies. */
export const CLIENT_SHARE = 1 / 4;

interface Bulkhead {
  running: number;
  /** Callbacks of the requests that wait for a slot, in order of arrival. */
  waiters: Set<() => void>;
  /** Slots and waiters of each client network. */
  countsByAddress: Map<string, number>;
}

/**
 * A slot, `full` when the request must be shed, at once or after it has waited, or `clientLeft` when the client disconnected while
 * the request waited.
 */
export type Admission = { release: () => void } | 'full' | 'clientLeft';

/**
 * Limits the concurrent requests of a row to its service to `inFlight`; `waiting` more wait for a slot, and any further request is
 * shed immediately: a service under five times its load still serves its capacity instead of responding to everyone too late. A
 * request waits no longer for a slot than for the service, which may have stopped responding.
 * @param factor multiplies the share of one client network; load tests come from one
 */
export const createBulkheads = (factor = 1) => {
  const bulkheads = new Map<Row, Bulkhead>();
  const bulkheadOf = (row: Row): Bulkhead => {
    const bulkhead = bulkheads.get(row) ?? { running: 0, waiters: new Set(), countsByAddress: new Map() };
    bulkheads.set(row, bulkhead);
    return bulkhead;
  };
  const shareOf = ({ inFlight = 0, waiting = 0 }: Row) =>
    Math.max(1, Math.ceil((inFlight + waiting) * CLIENT_SHARE * factor));

  const isFull = (row: Row, address: string): boolean => {
    if (row.inFlight === undefined) return false;
    const { running, waiters, countsByAddress } = bulkheadOf(row);
    return (
      (running >= row.inFlight && waiters.size >= (row.waiting ?? 0)) ||
      (countsByAddress.get(address) ?? 0) >= shareOf(row)
    );
  };

  return {
    /** Whether a request of this client network would be shed. */
    isFull,
    /**
     * Resolves once the request has a slot, which the caller releases. Rows without a limit always have one.
     * @param response its close cancels the wait; absent when other clients wait for the same result
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
        const { promise, resolve } = Promise.withResolvers<'admitted' | 'full' | 'clientLeft'>();
        const admit = () => resolve('admitted');
        const end = (outcome: 'full' | 'clientLeft') => void (waiters.delete(admit) && resolve(outcome));
        const cancel = () => end('clientLeft');
        const timer = setTimeout(() => end('full'), row.timeoutMs);
        waiters.add(admit);
        response?.once('close', cancel);
        const outcome = await promise;
        clearTimeout(timer);
        response?.off('close', cancel);
        if (outcome !== 'admitted') {
          leave();
          return outcome;
        }
      }
      const release = () => {
        leave();
        const [next] = waiters;
        // The slot passes to the next waiter; the count falls only when none is left.
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
