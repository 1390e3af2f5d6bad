import { ApiError, isOutage } from './api-error.ts';

/** Unlike randomUUID, getRandomValues also exists on pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Whether the creation may have been executed, or is being executed, although the client has no result of it. */
const isUndecided = (error: unknown): boolean =>
  isOutage(error) || (error instanceof ApiError && error.code === 'REQUEST_IN_PROGRESS');

/**
 * Returns a function that sends a creation with an Idempotency-Key (docs/domain.md#retried-creations). Attempts with equal input
 * share the key until one of them is decided, so that a retry after a lost response creates nothing twice.
 */
export const createKeyedSend = () => {
  /** The latest attempt, unless it was decided. */
  let undecided: { input: string; key: string } | undefined;
  return async <Created>(input: unknown, send: (idempotencyKey: string) => Promise<Created>): Promise<Created> => {
    const serialized = JSON.stringify(input);
    const attempt = undecided?.input === serialized ? undecided : { input: serialized, key: newKey() };
    undecided = attempt;
    try {
      const created = await send(attempt.key);
      undecided = undefined;
      return created;
    } catch (error) {
      if (!isUndecided(error)) undecided = undefined;
      throw error;
    }
  };
};
