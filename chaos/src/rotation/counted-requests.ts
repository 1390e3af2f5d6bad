import { CallFailed, createCaller } from 'security-tests/platform/calls';
import type { Received, Sent } from 'security-tests/platform/http-client';
import { send } from '../client.ts';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Counts requests to a site; a request fails by its status or without a response. */
export const createCountedRequests = (url: string) => {
  const failures = new Map<string, number>();
  /** Errors of requests without a response that are already counted as failures. */
  const counted = new WeakSet<object>();
  let requests = 0;
  let failed = 0;
  const fail = (reason: string): void => {
    failed += 1;
    failures.set(reason, (failures.get(reason) ?? 0) + 1);
  };
  const request = async (sent: Sent): Promise<Received> => {
    requests += 1;
    const target = `${sent.method} ${sent.target.split('?')[0]}`;
    let received: Received;
    try {
      received = await send(url, sent);
    } catch (error) {
      fail(`${target}: ${reasonOf(error)}`);
      if (error instanceof Error) counted.add(error);
      throw error;
    }
    if (received.status >= 400) fail(`${target}: ${received.status} ${received.text.slice(0, 120)}`);
    return received;
  };
  return {
    request,
    call: createCaller({ send: request }),
    fail,
    /** Counts an error as a failure, unless it is that of a request, which is counted already. */
    failBy: (error: unknown): void => {
      const isCounted = error instanceof CallFailed || (error instanceof Error && counted.has(error));
      if (!isCounted) fail(reasonOf(error));
    },
    counts: () => ({ requests, failed }),
    failures: (): ReadonlyMap<string, number> => failures,
    reset: (): void => {
      requests = 0;
      failed = 0;
      failures.clear();
    },
  };
};
export type CountedRequests = ReturnType<typeof createCountedRequests>;
