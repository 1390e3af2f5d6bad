import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client } from './client.ts';
import type { Row } from './routes.ts';

/** A request whose row is not known yet. */
export interface Arrival {
  request: IncomingMessage;
  response: ServerResponse;
  client: Client;
  /** Canonical once `normalise` has passed. */
  path: string;
  /** Starts with the question mark; empty without a query. */
  query: string;
  /** Template of the path, once it is known: a path may hold what a person has given. */
  route?: string;
}

/** A request on its way to a service. */
export interface Exchange extends Arrival {
  row: Row;
  /** The body, where it has been read already. */
  body?: Buffer | undefined;
}

/** Ends an exchange with a response, or passes it to the next step; resolves once the response is through, or is left to `next`. */
export type Step<Of extends Arrival = Exchange> = (exchange: Of, next: () => Promise<void>) => Promise<void>;

/** Runs steps one after another, each of which decides whether the next one runs. */
export const createPipeline =
  <Of extends Arrival>(steps: readonly Step<Of>[]) =>
  (exchange: Of): Promise<void> => {
    const run = (index: number): Promise<void> => steps[index]?.(exchange, () => run(index + 1)) ?? Promise.resolve();
    return run(0);
  };
