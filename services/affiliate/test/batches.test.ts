import { expect, test } from '@jest/globals';
import { createBatches } from '../src/visits/batches.ts';

/** Creates a writer whose batches the test completes. */
const createWriter = () => {
  const batches: { items: readonly number[]; finish: (results: number[]) => void; fail: (error: Error) => void }[] = [];
  const write = (items: readonly number[]) =>
    new Promise<number[]>((finish, fail) => void batches.push({ items, finish, fail }));
  return { batches, write };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the writer writes one batch at a time: what arrives during a write is in the next one', async () => {
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

test('a failure that an item has caused rejects that item alone', async () => {
  const written: number[][] = [];
  const write = async (items: readonly number[]) => {
    await settled();
    written.push([...items]);
    if (items.includes(4)) throw Object.assign(new Error('violates a check'), { code: '23514' });
    return items.map((item) => item * 10);
  };
  const { add } = createBatches(write, 5);
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(add));
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : null))).toEqual([
    10,
    20,
    30,
    null,
    50,
    60,
  ]);
  expect(written).toEqual([[1], [2, 3, 4, 5, 6], [2, 3, 4], [2, 3], [4], [5, 6]]);
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

test('a failure that no item has caused is not repeated for each of them', async () => {
  const { batches, write } = createWriter();
  const { add } = createBatches(write, 3);
  const [first, ...others] = [1, 2, 3].map(add);
  batches[0]?.finish([10]);
  expect(await first).toBe(10);
  await settled();
  batches[1]?.fail(new Error('unavailable'));
  expect(await Promise.allSettled(others)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(batches).toHaveLength(2);
});
