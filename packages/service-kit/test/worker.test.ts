import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { createLogger } from '../src/logger.ts';
import { createWorker } from '../src/worker.ts';
import type { Worker } from '../src/worker.ts';
import { eventually } from 'testing/eventually';

const logger = createLogger('test', 'silent');
const HOUR_MS = 3_600_000;

const workers: Worker[] = [];
const started = (
  work: () => Promise<boolean | void>,
  {
    intervalMs = HOUR_MS,
    gatherMs = 0,
    wakeOn,
  }: { intervalMs?: number; gatherMs?: number; wakeOn?: (wake: () => void) => void } = {},
) => {
  const worker = createWorker({
    name: 'test',
    intervalMs,
    work,
    ...(wakeOn && { wakeOn }),
    gatherMs: () => gatherMs,
    logger,
  });
  workers.push(worker);
  worker.start();
  return worker;
};
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

describe('a worker', () => {
  test('begins the next round at once while there is more to do', async () => {
    let rounds = 0;
    started(async () => ++rounds < 3);
    await eventually(() => rounds === 3, 'three rounds');
  });

  test('begins a round when it is woken, also during another round', async () => {
    let rounds = 0;
    let wake: () => void = () => {};
    started(
      async () => {
        rounds += 1;
        if (rounds === 1) wake();
      },
      { wakeOn: (callback) => (wake = callback) },
    );
    await eventually(() => rounds === 2, 'the round that the first one requested');
    wake();
    await eventually(() => rounds === 3, 'the third round');
  });

  test('waits for the interval after a round that failed, even if it was woken during that round', async () => {
    let rounds = 0;
    let wake: () => void = () => {};
    const begun = Date.now();
    started(
      async () => {
        rounds += 1;
        wake();
        throw new Error('database unavailable');
      },
      { intervalMs: 50, wakeOn: (callback) => (wake = callback) },
    );
    await eventually(() => rounds >= 4, 'four rounds');
    expect(Date.now() - begun).toBeGreaterThanOrEqual(140);
  });

  test('serves in one round what wakes it within the time in which it gathers', async () => {
    const added: number[] = [];
    const rounds: number[][] = [];
    let wake: () => void = () => {};
    const add = (item: number) => {
      added.push(item);
      wake();
    };
    started(async () => void rounds.push(added.splice(0)), { gatherMs: 20, wakeOn: (callback) => (wake = callback) });
    await eventually(() => rounds.length === 1, 'the first round');
    for (const item of [1, 2, 3]) add(item);
    await eventually(() => rounds.length === 2, 'the round after the wake-ups');
    expect(rounds).toEqual([[], [1, 2, 3]]);
  });

  test('begins a round at once when the one before is long past', async () => {
    let wake: () => void = () => {};
    let rounds = 0;
    started(async () => void (rounds += 1), { gatherMs: HOUR_MS, wakeOn: (callback) => (wake = callback) });
    await eventually(() => rounds === 1, 'the first round');
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + HOUR_MS);
    wake();
    await eventually(() => rounds === 2, 'the round after the wake-up');
    clock.mockRestore();
  });

  test('does not gather when it is stopped', async () => {
    let wake: () => void = () => {};
    let rounds = 0;
    const worker = started(async () => void (rounds += 1), {
      gatherMs: HOUR_MS,
      wakeOn: (callback) => (wake = callback),
    });
    await eventually(() => rounds === 1, 'the first round');
    wake();
    await worker.stop();
    expect(rounds).toBe(1);
  });

  test('lets the current round end when it is stopped, and begins no other', async () => {
    let rounds = 0;
    let finish: () => void = () => {};
    const worker = started(async () => {
      rounds += 1;
      await new Promise<void>((resolve) => (finish = resolve));
      return true;
    });
    await eventually(() => rounds === 1, 'the first round');
    const stopped = worker.stop();
    finish();
    await stopped;
    expect(rounds).toBe(1);
  });
});
