import { createThrottle } from 'service-kit/throttle';
import { startDatabase } from './database.ts';
import type { Database } from './database.ts';

const LIMITS = { account: { attempts: 3, windowSeconds: 60 }, address: { attempts: 5, windowSeconds: 600 } };
let database: Database;
beforeAll(async () => {
  database = await startDatabase();
});
afterAll(() => database.stop());

test('When attempts exceed the limit, then refused with the seconds to wait, whatever the case of the key', async () => {
  const throttle = createThrottle(database.postgres, LIMITS);
  for (const email of ['a@example.org', 'A@example.org', 'a@EXAMPLE.org']) await throttle.take({ account: email });
  const refusal: unknown = await throttle.take({ account: 'a@example.org' }).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  const { retryAfter } = refusal as { retryAfter: number };
  expect(retryAfter).toBeGreaterThan(50);
  expect(retryAfter).toBeLessThanOrEqual(60);
  await throttle.take({ account: 'b@example.org' });
});

test('When ten attempts come side by side from two replicas, then no more than the limit pass', async () => {
  const replicas = [createThrottle(database.postgres, LIMITS), createThrottle(database.postgres, LIMITS)];
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => replicas[index % 2]?.take({ address: '192.0.2.1' })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
});

test('When an attempt succeeds, then its count is taken back and earlier failures stay', async () => {
  const throttle = createThrottle(database.postgres, LIMITS);
  await throttle.take({ account: 'c' });
  await throttle.take({ account: 'c' });
  for (let success = 0; success < 10; success += 1) {
    await throttle.take({ account: 'c' });
    await throttle.giveBack({ account: 'c' });
  }
  await throttle.take({ account: 'c' });
  await expect(throttle.take({ account: 'c' })).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
});

test('When the window has ended, then counting starts anew and old rows are swept', async () => {
  const throttle = createThrottle(database.postgres, LIMITS);
  for (let attempt = 0; attempt < 3; attempt += 1) await throttle.take({ account: 'd' });
  await database.postgres.query("update throttles set window_ends = now() - interval '1 second'");
  await throttle.take({ account: 'd' });
  await throttle.giveBack({ account: 'd' });
  const { rows } = await database.postgres.query<{ key: string }>('select key from throttles');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.key).not.toContain('d@');
});
