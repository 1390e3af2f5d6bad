import { describe, expect, jest, test } from '@jest/globals';
import type { ErrorCode } from 'contracts/errors';
import { ApiError } from '../src/api-error.ts';
import { createKeyedSend } from '../src/keyed-send.ts';

/** Starts a sender whose calls are recorded. */
const start = () => {
  const keyedSend = createKeyedSend();
  const send = jest.fn<(key: string) => Promise<string>>().mockResolvedValue('created');
  return {
    send,
    attempt: (input: unknown) => keyedSend(input, send).catch((error: unknown) => (error as ApiError).code),
    keys: () => send.mock.calls.map(([key]) => key),
  };
};
const failure = (status: number, code: ErrorCode | 'NETWORK') => new ApiError({ status, code });

describe('a creation with an Idempotency-Key', () => {
  test('returns what was created, under a key of its own each time', async () => {
    const { attempt, keys } = start();
    expect([await attempt('a'), await attempt('a')]).toEqual(['created', 'created']);
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys()).size).toBe(2);
  });

  test.each([
    ['a lost response', failure(0, 'NETWORK')],
    ['an outage', failure(503, 'SERVICE_UNAVAILABLE')],
    ['a first execution that goes on', failure(409, 'REQUEST_IN_PROGRESS')],
  ])('keeps its key after %s, for equal input', async (_name, error) => {
    const { attempt, send, keys } = start();
    send.mockRejectedValueOnce(error);
    expect(await attempt({ totals: [1] })).toBe(error.code);
    expect(await attempt({ totals: [1] })).toBe('created');
    expect(new Set(keys()).size).toBe(1);
  });

  test('has another key for other input, and after a rejection', async () => {
    const { attempt, send, keys } = start();
    send.mockRejectedValueOnce(failure(0, 'NETWORK')).mockRejectedValueOnce(failure(400, 'VALIDATION_FAILED'));
    await attempt('a');
    await attempt('b');
    await attempt('b');
    expect(new Set(keys()).size).toBe(3);
  });
});
