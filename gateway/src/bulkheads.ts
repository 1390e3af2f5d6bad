import type { ServerResponse } from 'node:http';
import type { Row } from './routes.ts';

/**
 * Counts the requests that wait on a service, a row each. What comes above a row's `inFlight` is refused at once: a service
 * that is asked for five times what it can do goes on doing what it can, instead of answering everybody too late.
 */
export const createBulkheads = () => {
  const waiting = new Map<Row, number>();
  return {
    isFull: (row: Row): boolean => row.inFlight !== undefined && (waiting.get(row) ?? 0) >= row.inFlight,
    /** Holds a place until the answer is through or its asker gone. */
    enter: (row: Row, response: ServerResponse): void => {
      if (row.inFlight === undefined) return;
      waiting.set(row, (waiting.get(row) ?? 0) + 1);
      response.once('close', () => waiting.set(row, (waiting.get(row) ?? 1) - 1));
    },
  };
};
