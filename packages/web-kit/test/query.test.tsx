import { expect, jest, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ApiError } from 'web-kit/api';
import { createQueryClient, QueryClientProvider, useMutation } from 'web-kit/query';

const failure = (status: number, cause?: unknown) => new ApiError({ status, code: 'NETWORK', cause });

test.each([
  ['a service is broken', failure(503), 2],
  ['there is no line', failure(0, new TypeError('Failed to fetch')), 2],
  ['it is rejected', failure(404), 1],
  ['the gateway timed out', failure(504), 1],
  ['the gateway timed out', failure(0, new DOMException('signal timed out', 'TimeoutError')), 1],
])('a query retries only failures that may pass: %s', async (_case, error, times) => {
  const queryFn = jest.fn(() => Promise.reject(error));
  await expect(
    createQueryClient().fetchQuery({
      queryKey: ['models'],
      queryFn: queryFn,
      retry: createQueryClient().getDefaultOptions().queries?.retry,
      retryDelay: 0,
    }),
  ).rejects.toBe(error);
  expect(queryFn).toHaveBeenCalledTimes(times);
});

test('a mutation is pending before the next event, so that a press repeated at once sends nothing', async () => {
  jest.useFakeTimers();
  const send = jest.fn(() => new Promise<void>(() => undefined));
  function Form() {
    const { mutate, isPending } = useMutation({ mutationFn: send });
    return (
      <button aria-disabled={isPending} onClick={() => isPending || mutate()}>
        Envoyer
      </button>
    );
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Form />
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button');
  for (let press = 0; press < 3; press += 1)
    await act(async () => {
      button.click();
    });
  expect(send).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});
