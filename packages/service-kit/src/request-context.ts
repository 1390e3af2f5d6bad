import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Actor } from 'contracts/events';

/** Facts of a request or an event that the code reads without a parameter. */
export interface RequestContext {
  requestId: string;
  traceparent: string;
  actor: Actor;
}

const storage = new AsyncLocalStorage<RequestContext>();

const REQUEST_ID = /^[\w-]{8,64}$/;
/** Returns the id of a request's `x-request-id`, or a new one where that is invalid. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();

export const SYSTEM: Actor = { role: 'system', id: null };
/** Context of the request or event that is being handled, if any. */
export const currentContext = (): RequestContext | undefined => storage.getStore();
/** Runs `work` and all that it starts in a context. */
export const withContext = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work);
