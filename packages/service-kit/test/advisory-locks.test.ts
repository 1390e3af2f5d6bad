import { createAdvisoryLocks } from '../src/advisory-locks.ts';
import type { AdvisoryLocks } from '../src/advisory-locks.ts';
import { createLogger } from '../src/logger.ts';
import { startKitDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { createBrokerLine } from 'testing/broker-line';
import { eventually } from 'testing/eventually';

const logger = createLogger('test', 'silent');
const noWaiter = () => {};
const HELD = `from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
const locksHeld = async (): Promise<number> => (await database.postgres.query(`select ${HELD}`)).rowCount ?? 0;
/** Waits longer than any lock of these tests is held. */
const patient = () => ({ signal: AbortSignal.timeout(10_000), onContention: noWaiter });
const impatient = () => ({ signal: AbortSignal.timeout(200), onContention: noWaiter });

let database: Database;
let one: AdvisoryLocks;
let other: AdvisoryLocks;
beforeAll(async () => {
  database = await startKitDatabase();
  [one, other] = [
    createAdvisoryLocks({ url: database.url, logger }),
    createAdvisoryLocks({ url: database.url, logger }),
  ];
});
afterAll(async () => {
  await Promise.all([one.close(), other.close()]);
  await database.stop();
});

describe.each([
  ['the same process', () => one],
  ['another process', () => other],
])('Locks requested by %s', (_who, second) => {
  test('requests a held lock from its holder, and the waiter gets it next', async () => {
    const order: string[] = [];
    const requested = new Promise<void>((resolve) => {
      void one.acquire('film', { signal: AbortSignal.timeout(10_000), onContention: resolve }).then((release) =>
        requested.then(() => {
          order.push('first gives it back');
          return release();
        }),
      );
    });
    await eventually(async () => (await locksHeld()) === 1, 'it is held');
    const release = await second().acquire('film', patient());
    order.push('second has it');
    await release();
    expect(order).toEqual(['first gives it back', 'second has it']);
  });

  test('times out where the holder does not release it; other locks stay free', async () => {
    const release = await one.acquire('film', patient());
    await expect(second().acquire('film', impatient())).rejects.toMatchObject({ name: 'TimeoutError' });
    await (
      await second().acquire('another film', patient())
    )();
    await release();
    expect(await locksHeld()).toBe(0);
  });

  test('gives it to one after the other when many want it at once', async () => {
    let inside = 0;
    const most: number[] = [];
    const turn = async (locks: AdvisoryLocks) => {
      const release = await locks.acquire('film', patient());
      most.push(++inside);
      await new Promise(setImmediate);
      inside -= 1;
      await release();
    };
    await Promise.all([turn(one), turn(second()), turn(one), turn(second())]);
    expect(most).toEqual([1, 1, 1, 1]);
  });
});

test('an advisory lock notifies the holder of a lost connection, and frees the lock', async () => {
  const onContention = jest.fn();
  const release = await one.acquire('film', { signal: AbortSignal.timeout(10_000), onContention });
  await database.postgres.query(`select pg_terminate_backend(pid) ${HELD}`);
  await eventually(() => onContention.mock.calls.length > 0, 'the holder is notified');
  const taken = await other.acquire('film', patient());
  await release();
  await taken();
  await (
    await one.acquire('film', patient())
  )();
});

test('a silent connection is ended, not its replacement', async () => {
  const line = await createBrokerLine(database.url, 5432);
  const locks = createAdvisoryLocks({ url: line.url, logger, responseTimeoutMs: 1_000 });
  await (
    await locks.acquire('film', patient())
  )();
  line.silence();
  const replaced = locks.acquire('film', patient()).catch(() => {
    line.resume();
    return locks.acquire('film', patient());
  });
  // The query times out in the same tick as the other, or its connection ends with the other's.
  await expect(locks.acquire('another film', patient())).rejects.toThrow(/Query read timeout|Connection terminated/);
  const release = await replaced;
  expect(await locksHeld()).toBe(1);
  await release();
  await locks.close();
  await line.close();
});
