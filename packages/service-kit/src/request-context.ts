import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Actor } from 'contracts/events';

/** What follows a request or an event through the code without being handed on. */
export interface RequestContext {
  requestId: string;
  traceparent: string;
  actor: Actor;
}

const storage = new AsyncLocalStorage<RequestContext>();

const REQUEST_ID = /^[\w-]{8,64}$/;
/** The id that a request brings in `x-request-id`, or a new one where that is none. */
export const requestIdOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' && REQUEST_ID.test(header) ? header : randomUUID();

export const SYSTEM: Actor = { role: 'system', id: null };
export const currentContext = (): RequestContext | undefined => storage.getStore();
export const withContext = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work);
