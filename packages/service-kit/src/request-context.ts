import { AsyncLocalStorage } from 'node:async_hooks';
import type { Actor } from 'contracts/events';

/** What follows a request or an event through the code without being handed on. */
export interface RequestContext {
  requestId: string;
  traceparent: string;
  actor: Actor;
}

const storage = new AsyncLocalStorage<RequestContext>();

export const SYSTEM: Actor = { role: 'system', id: null };
export const currentContext = (): RequestContext | undefined => storage.getStore();
export const withContext = <Result>(context: RequestContext, work: () => Result): Result => storage.run(context, work);
