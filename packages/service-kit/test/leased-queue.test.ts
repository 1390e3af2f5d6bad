import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createQueueWorker, measureQueue, postponeLease } from 'service-kit/leased-queue';
import type { Lease, QueueWorker } from 'service-kit/leased-queue';
import { createLogger } from 'service-kit/logger';
import { startKitDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { eventually } from 'testing/eventually';

const HOUR_MS = 3_600_000;

describe('the statements of a queue', () => {
  let database: Database;
  beforeAll(async () => {
    database = await startKitDatabase();
    await database.postgres.query(
      'create table queue (id uuid primary key, attempts integer not null, due_at timestamptz, created_at timestamptz not null default now())',
    );
  });
  afterAll(() => database.stop());
  beforeEach(async () => {
    await database.postgres.query('delete from queue');
  });

  const add = async (changes: { dueIn?: string | null; age?: string } = {}): Promise<Lease> => {
    const { dueIn = '1 minute', age = '0 seconds' } = changes;
    const id = randomUUID();
    await database.postgres.query(
      'insert into queue (id, attempts, due_at, created_at) values ($1, 2, now() + $2::interval, now() - $3::interval)',
      [id, dueIn, age],
    );
    return { id, attempts: 2 };
  };
  const secondsUntilDue = async ({ id }: Lease) =>
    (
      await database.postgres.query<{ seconds: number | null }>(
        'select round(extract(epoch from due_at - now()))::int as seconds from queue where id = $1',
        [id],
      )
    ).rows[0]?.seconds;
  const measure = () =>
    measureQueue(database.postgres, { table: 'queue', waiting: 'due_at is not null', since: 'created_at' });

  test('postpone a leased item', async () => {
    const lease = await add();
    await postponeLease(database.postgres, 'queue', lease, 300);
    expect(await secondsUntilDue(lease)).toBe(300);
  });

  test('postpone neither an item whose lease was taken over, nor one that was completed', async () => {
    const [leased, completed] = [await add(), await add({ dueIn: null })];
    await postponeLease(database.postgres, 'queue', { ...leased, attempts: 1 }, 300);
    await postponeLease(database.postgres, 'queue', completed, 300);
    expect([await secondsUntilDue(leased), await secondsUntilDue(completed)]).toEqual([60, null]);
  });

  test('measure the items that wait, and the oldest of them', async () => {
    expect(await measure()).toEqual({ length: 0, oldestSeconds: 0 });
    await add();
    await add({ age: '1 hour' });
    await add({ age: '1 day', dueIn: null });
    expect(await measure()).toEqual({ length: 2, oldestSeconds: expect.closeTo(3_600, -2) });
  });
});

describe('the worker of a queue', () => {
  let lines: string[] = [];
  const workers: QueueWorker[] = [];
  beforeEach(() => {
    lines = [];
  });
  afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

  /** A queue in memory, whose attempts end when the test ends them. */
  const startQueue = ({ concurrency = 2, gatherMs = 0, stopGraceMs = 0, due = [] as string[] } = {}) => {
    const begun: string[] = [];
    const leases: { limit: number; running: readonly string[] }[] = [];
    const ends = new Map<string, { complete: () => void; fail: (error: Error) => void; signal: AbortSignal }>();
    let wakeWorker = () => {};
    const worker = createQueueWorker<string>({
      name: 'tests',
      pollIntervalMs: HOUR_MS,
      concurrency,
      lease: async (limit, running) => {
        leases.push({ limit, running });
        return due.splice(0, limit);
      },
      attempt: (item, signal) => {
        begun.push(item);
        return new Promise((complete, fail) => {
          ends.set(item, { complete, fail, signal });
          signal.addEventListener('abort', () => complete());
        });
      },
      wakeOn: (wake) => (wakeWorker = wake),
      gatherMs,
      stopGraceMs,
      logger: createLogger('tests', 'info', { write: (line: string) => void lines.push(line) }),
    });
    workers.push(worker);
    return {
      worker,
      begun,
      leases,
      end: (item: string) => ends.get(item)?.complete(),
      fail: (item: string) => ends.get(item)?.fail(new Error('database unavailable')),
      signalOf: (item: string) => ends.get(item)?.signal,
      add: (...items: string[]) => {
        due.push(...items);
        wakeWorker();
      },
    };
  };

  test('leases as many items as it has free slots, and the next one when an attempt ends', async () => {
    const queue = startQueue({ due: ['a', 'b', 'c'] });
    queue.worker.start();
    await eventually(() => queue.begun.length === 2, 'the attempts in all slots');
    queue.end('b');
    await eventually(() => queue.begun.length === 3, 'the attempt in the free slot');
    expect(queue.leases).toEqual([
      { limit: 2, running: [] },
      { limit: 1, running: ['a'] },
    ]);
  });

  test('attempts an item that a commit adds, beside a running attempt', async () => {
    const queue = startQueue({ due: ['a'] });
    queue.worker.start();
    await eventually(() => queue.begun.length === 1, 'the first attempt');
    queue.add('b');
    await eventually(() => queue.begun.length === 2, 'the second attempt');
  });

  test('leases at once what is added one after the other, and does not gather while it has a backlog', async () => {
    const queue = startQueue({ concurrency: 3, gatherMs: 20 });
    queue.worker.start();
    await eventually(() => queue.leases.length === 1, 'the first lease');
    for (const item of ['a', 'b', 'c', 'd']) queue.add(item);
    await eventually(() => queue.begun.length === 3, 'the attempts in all slots');
    expect(queue.leases).toEqual([
      { limit: 3, running: [] },
      { limit: 3, running: [] },
    ]);
    queue.end('a');
    await eventually(() => queue.begun.length === 4, 'the attempt in the free slot');
  });

  test('logs an attempt that did not end its lease, and goes on', async () => {
    const queue = startQueue({ concurrency: 1, due: ['a', 'b'] });
    queue.worker.start();
    await eventually(() => queue.begun.length === 1, 'the first attempt');
    queue.fail('a');
    await eventually(() => queue.begun.length === 2, 'the second attempt');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ msg: 'lease not ended', worker: 'tests' }),
    ]);
  });

  test('stops after the running attempts, and leases no more', async () => {
    const queue = startQueue({ concurrency: 1, stopGraceMs: HOUR_MS, due: ['a', 'b'] });
    queue.worker.start();
    await eventually(() => queue.begun.length === 1, 'the first attempt');
    const stopped = queue.worker.stop();
    queue.end('a');
    await stopped;
    expect([queue.signalOf('a')?.aborted, queue.begun]).toEqual([false, ['a']]);
  });

  test('aborts running attempts when it stops, after the time of grace', async () => {
    const queue = startQueue({ due: ['a'] });
    queue.worker.start();
    await eventually(() => queue.begun.length === 1, 'the first attempt');
    await queue.worker.stop();
    expect(queue.signalOf('a')?.aborted).toBe(true);
  });

  test('attempts every due item on request', async () => {
    const queue = startQueue({ due: ['a', 'b', 'c'] });
    const done = queue.worker.runDue();
    await eventually(() => queue.begun.length === 2, 'the first attempts');
    for (const item of ['a', 'b']) queue.end(item);
    await eventually(() => queue.begun.length === 3, 'the last attempt');
    queue.end('c');
    await done;
  });
});
