import { expect, test } from '@jest/globals';
import { createBatches } from '../src/visits/batches.ts';

/** A writer whose batches the test ends. */
const createWriter = () => {
  const batches: { items: readonly number[]; finish: (results: number[]) => void; fail: (error: Error) => void }[] = [];
  const write = (items: readonly number[]) =>
    new Promise<number[]>((finish, fail) => void batches.push({ items, finish, fail }));
  return { batches, write };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('writes one batch at a time: what arrives during a write is in the next one', async () => {
  const { batches, write } = createWriter();
  const { add } = createBatches(write, 3);
  const results = Promise.all([1, 2, 3, 4, 5].map(add));
  expect(batches.map(({ items }) => items)).toEqual([[1]]);
  batches[0]?.finish([10]);
  await settled();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3, 4]]);
  batches[1]?.finish([20, 30, 40]);
  await settled();
  batches[2]?.finish([50]);
  expect(await results).toEqual([10, 20, 30, 40, 50]);
});

test('a failure rejects the items of its batch alone, and the next batch is written', async () => {
  const { batches, write } = createWriter();
  const { add } = createBatches(write, 3);
  const [first, second] = [add(1), add(2)];
  batches[0]?.fail(new Error('unavailable'));
  await expect(first).rejects.toThrow('unavailable');
  await settled();
  batches[1]?.finish([20]);
  expect(await second).toBe(20);
});
