import type { ServerResponse } from 'node:http';
import type { Row } from './routes.ts';

interface Bulkhead {
  asking: number;
  /** Who waits for a place, in the order of coming. */
  line: Set<() => void>;
}

/**
 * Lets a row ask its service for `inFlight` answers at once; `waiting` more stand in line for their turn, and what comes above
 * that is refused at once: a service that is asked for five times what it can do goes on doing what it can, instead of
 * answering everybody too late.
 */
export const createBulkheads = () => {
  const bulkheads = new Map<Row, Bulkhead>();
  const bulkheadOf = (row: Row): Bulkhead => {
    const known = bulkheads.get(row) ?? { asking: 0, line: new Set() };
    bulkheads.set(row, known);
    return known;
  };

  return {
    isFull: (row: Row): boolean => {
      if (row.inFlight === undefined) return false;
      const { asking, line } = bulkheadOf(row);
      return asking >= row.inFlight && line.size >= (row.waiting ?? 0);
    },
    /**
     * Resolves when it is this request's turn; its place is free again once the answer is through or its asker gone.
     * @returns false when the asker went while waiting
     */
    turn: async (row: Row, response: ServerResponse): Promise<boolean> => {
      if (row.inFlight === undefined) return true;
      const bulkhead = bulkheadOf(row);
      if (bulkhead.asking < row.inFlight) bulkhead.asking += 1;
      else {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        const called = () => resolve(true);
        const gone = () => void (bulkhead.line.delete(called) && resolve(false));
        bulkhead.line.add(called);
        response.once('close', gone);
        if (!(await promise)) return false;
        response.off('close', gone);
      }
      const leave = () => {
        const [next] = bulkhead.line;
        // Whoever leaves hands the place on: the count goes down only when nobody waits.
        if (!next) return void (bulkhead.asking -= 1);
        bulkhead.line.delete(next);
        next();
      };
      if (response.closed) leave();
      else response.once('close', leave);
      return !response.closed;
    },
  };
};
