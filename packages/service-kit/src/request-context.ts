import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Actor } from 'contracts/events';

/** Facts of the current request or event, available without passing a parameter. */
export interface RequestContext {
  requestId: string;
  traceparent: string;
  actor: Actor;
}

const storage = new AsyncLocalStorage<RequestContext>();

const REQUEST_ID = /^[\w-]{8,64}$/;
/** Returns the id in a request's `x-request-id`, or a new one when it is missing or invalid. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();

export const SYSTEM: Actor = { role: 'system', id: null };
/** Returns the context of the request or event being handled, if any. */
export const currentContext = (): RequestContext | undefined => storage.getStore();
/** Runs `work`, including asynchronous work that it starts, in a context. */
export const withContext = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work);
