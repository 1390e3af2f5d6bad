import { createAdvisoryLocks } from '../src/advisory-locks.ts';
import type { AdvisoryLocks } from '../src/advisory-locks.ts';
import { createLogger } from '../src/logger.ts';
import { startDatabase } from './database.ts';
import type { Database } from './database.ts';
import { until } from './until.ts';

const logger = createLogger('test', 'silent');
const nobody = () => {};
const HELD = `from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`;
const locksHeld = async (): Promise<number> => (await database.postgres.query(`select ${HELD}`)).rowCount ?? 0;
/** Longer than any lock of these tests is held. */
const patient = () => ({ signal: AbortSignal.timeout(10_000), wanted: nobody });
const impatient = () => ({ signal: AbortSignal.timeout(200), wanted: nobody });

let database: Database;
let one: AdvisoryLocks;
let other: AdvisoryLocks;
beforeAll(async () => {
  database = await startDatabase();
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
])('Locks wanted by %s', (_who, second) => {
  test('When a lock is held, then its holder is asked for it, and whoever waits has it next', async () => {
    const order: string[] = [];
    const asked = new Promise<void>((resolve) => {
      void one.acquire('film', { signal: AbortSignal.timeout(10_000), wanted: resolve }).then((release) =>
        asked.then(() => {
          order.push('first gives it back');
          return release();
        }),
      );
    });
    await until('it is held', async () => (await locksHeld()) === 1);
    const release = await second().acquire('film', patient());
    order.push('second has it');
    await release();
    expect(order).toEqual(['first gives it back', 'second has it']);
  });

  test('When its holder keeps it, then whoever waits gives up in time, and another lock is free', async () => {
    const release = await one.acquire('film', patient());
    await expect(second().acquire('film', impatient())).rejects.toMatchObject({ name: 'TimeoutError' });
    await (
      await second().acquire('another film', patient())
    )();
    await release();
    expect(await locksHeld()).toBe(0);
  });

  test('When many want it at once, then one after the other has it', async () => {
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

test('When the connection is lost, then the holder is told, and the lock can be had again', async () => {
  const wanted = jest.fn();
  const release = await one.acquire('film', { signal: AbortSignal.timeout(10_000), wanted });
  await database.postgres.query(`select pg_terminate_backend(pid) ${HELD}`);
  await until('the holder is told', () => wanted.mock.calls.length > 0);
  const taken = await other.acquire('film', patient());
  await release();
  await taken();
  await (
    await one.acquire('film', patient())
  )();
});
