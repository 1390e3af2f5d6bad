import { createAccessCleanup } from 'service-kit/access-cleanup';
import { createLogger } from 'service-kit/logger';
import { createThrottle } from 'service-kit/throttle';
import { startKitDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { eventually } from 'testing/eventually';

const LIMITS = { account: { attempts: 3, windowSeconds: 60 }, address: { attempts: 5, windowSeconds: 600 } };
let database: Database;
beforeAll(async () => {
  database = await startKitDatabase();
});
afterAll(() => database.stop());

const endWindows = () => database.postgres.query('update rate_limits set expire = 1');
const rows = async () => (await database.postgres.query<{ key: string }>('select key from rate_limits')).rows;

describe('createThrottle', () => {
  test('denies attempts beyond the limit with the seconds to wait, whatever the case of the key', async () => {
    const throttle = createThrottle(database.postgres, LIMITS);
    for (const email of ['a@example.org', 'A@example.org', 'a@EXAMPLE.org']) await throttle.take({ account: email });
    const denial: unknown = await throttle.take({ account: 'a@example.org' }).catch((error: unknown) => error);
    expect(denial).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    const { retryAfterSeconds } = denial as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(50);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    await throttle.take({ account: 'b@example.org' });
  });

  test('lets no more than the limit pass of attempts sent side by side to two replicas', async () => {
    const replicas = [createThrottle(database.postgres, LIMITS), createThrottle(database.postgres, LIMITS)];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, async (_, index) => replicas[index % 2]?.take({ address: '192.0.2.1' })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('returns whether an attempt is within the limit', async () => {
    const throttle = createThrottle(database.postgres, LIMITS);
    const admitted = [];
    for (let attempt = 0; attempt < 4; attempt += 1) admitted.push(await throttle.admits({ account: 'f' }));
    expect(admitted).toEqual([true, true, true, false]);
  });

  test('takes a successful attempt back and keeps earlier failures', async () => {
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

  test('counts from zero once the window has ended', async () => {
    const throttle = createThrottle(database.postgres, LIMITS);
    for (let attempt = 0; attempt < 3; attempt += 1) await throttle.take({ account: 'd' });
    await endWindows();
    for (let attempt = 0; attempt < 3; attempt += 1) await throttle.take({ account: 'd' });
    await expect(throttle.take({ account: 'd' })).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
  });

  test('stores no address and no e-mail', async () => {
    await createThrottle(database.postgres, LIMITS).take({ account: 'claire@example.org', address: '192.0.2.77' });
    expect(JSON.stringify(await rows())).not.toMatch(/claire|192\.0\.2/);
  });
});

describe('createAccessCleanup', () => {
  test('deletes ended windows, expired sessions and expired revocations, in batches, and nothing else', async () => {
    const { postgres } = database;
    await postgres.query(
      "insert into rate_limits (key, points, expire) select 'old ' || n, 1, 1 from generate_series(1, 2500) n",
    );
    await postgres.query(
      "insert into revoked_sessions (session_id, expires_at) values (gen_random_uuid(), now()), (gen_random_uuid(), now() + interval '1 hour')",
    );
    await postgres.query(
      "insert into sessions (id, role, subject_id, token_hash, expires_at) values (gen_random_uuid(), 'subscriber', 'a', '', now()), (gen_random_uuid(), 'subscriber', 'b', '', now() + interval '1 hour')",
    );
    await createThrottle(postgres, LIMITS).take({ account: 'e' });
    const left = async () =>
      (
        await postgres.query<{ windows: number; sessions: number; revoked: number }>(
          "select (select count(*) from rate_limits where key like 'old %') as windows, (select count(*) from sessions) as sessions, (select count(*) from revoked_sessions) as revoked",
        )
      ).rows[0];
    const cleanup = createAccessCleanup({ postgres, logger: createLogger('kit', 'silent') });
    cleanup.start();
    await eventually(async () => (await left())?.windows === 0, 'the cleanup');
    await cleanup.stop();
    expect(await left()).toEqual({ windows: 0, sessions: 1, revoked: 1 });
    expect((await rows()).length).toBeGreaterThan(0);
  });
});
