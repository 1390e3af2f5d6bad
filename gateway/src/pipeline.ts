import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client } from './client.ts';
import type { Row } from './routes.ts';

/** A request before its row is found. */
export interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  client: Client;
  /** Path of the request; canonical after the `normalise` step. */
  path: string;
  /** Query with its question mark; empty without a query. */
  query: string;
  /** Template of the path, once matched: a path may contain personal data. */
  route?: string;
}

/** A request that has a row. */
export interface Exchange extends Arrival {
  row: Row;
  /** Body of the request, when a step has already read it. */
  body?: Buffer | undefined;
}

/** Handles an exchange or passes it to the next step; resolves once the response is sent, or was left to `next`. */
export type Step<Of extends Arrival = Exchange> = (exchange: Of, next: () => Promise<void>) => Promise<void>;

/** Runs steps in order; each step decides whether the next one runs. */
export const createPipeline =
  <Of extends Arrival>(steps: readonly Step<Of>[]) =>
  (exchange: Of): Promise<void> => {
    const run = (index: number): Promise<void> => steps[index]?.(exchange, () => run(index + 1)) ?? Promise.resolve();
    return run(0);
  };
