import { expect, jest, test } from '@jest/globals';
import { ApiError } from 'web-kit/api';
import { createQueryClient } from 'web-kit/query';

const failure = (status: number, cause?: unknown) => new ApiError({ status, code: 'NETWORK', cause });

test.each([
  ['a service is broken', failure(503), 2],
  ['there is no line', failure(0, new TypeError('Failed to fetch')), 2],
  ['it is refused', failure(404), 1],
  ['the gateway has waited in vain', failure(504), 1],
  ['nobody has answered in time', failure(0, new DOMException('signal timed out', 'TimeoutError')), 1],
])('When %s, then it is asked for once more only where that may help', async (_case, error, times) => {
  const ask = jest.fn(() => Promise.reject(error));
  await expect(
    createQueryClient().fetchQuery({
      queryKey: ['models'],
      queryFn: ask,
      retry: createQueryClient().getDefaultOptions().queries?.retry,
      retryDelay: 0,
    }),
  ).rejects.toBe(error);
  expect(ask).toHaveBeenCalledTimes(times);
});
