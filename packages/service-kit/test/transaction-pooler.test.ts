import { afterEach, expect, test } from '@jest/globals';
import { startKitDatabase } from 'testing/databases';
import { createTransactionPooler } from 'testing/transaction-pooler';
import { migrateDatabase, openPostgres } from '../src/database-settings.ts';
import { createLogger } from '../src/logger.ts';
import { createPostgres } from '../src/postgres.ts';
import { prepared } from '../src/prepared.ts';
import { createRateLimiter } from '../src/rate-limiter.ts';

const logger = createLogger('pooler-test', 'silent');
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Opens a database whose pool connects through a pooler. */
const openBehindPooler = async () => {
  const database = await startKitDatabase();
  cleanups.push(database.stop);
  const settings = { DATABASE_URL: database.url, DATABASE_DIRECT_URL: database.url };
  await migrateDatabase(settings, new URL('./', import.meta.url));
  const pooler = await createTransactionPooler(database.url);
  cleanups.push(pooler.close);
  const postgres = openPostgres({ ...settings, DATABASE_URL: pooler.url }, { logger, max: 4 });
  cleanups.push(postgres.close);
  return { url: pooler.url, postgres };
};

test('a pool behind a pooler in transaction mode reads, writes and rolls back', async () => {
  const { postgres } = await openBehindPooler();
  await postgres.query('create table seen (id int primary key)');
  await Promise.all(
    Array.from({ length: 20 }, (_, id) =>
      postgres.transaction((client) => client.query('insert into seen values ($1)', [id])),
    ),
  );
  const failed = postgres.transaction(async (client) => {
    await client.query('insert into seen values (100)');
    throw new Error('not this one');
  });
  await expect(failed).rejects.toThrow('not this one');
  expect((await postgres.query('select count(*)::int as count from seen')).rows).toEqual([{ count: 20 }]);
});

test('the limits of a session hold behind it: the role bears them', async () => {
  const { postgres } = await openBehindPooler();
  const { rows } = await postgres.query(
    `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`,
  );
  expect(rows).toEqual([{ statement: '15s', idle: '1min' }]);
});

test('prepared statements run without their names', async () => {
  const { postgres } = await openBehindPooler();
  const add = prepared('select $1::int + $2::int as sum');
  const sums = await Promise.all([
    postgres.query(add, [1, 2]),
    postgres.transaction((client) => client.query(add, [3, 4])),
  ]);
  expect(sums.map(({ rows }) => rows[0])).toEqual([{ sum: 3 }, { sum: 7 }]);
});

test('attempts are counted behind it: no statement has a name', async () => {
  const { postgres } = await openBehindPooler();
  const limiter = createRateLimiter(postgres, 'pooled', { attempts: 3, windowSeconds: 60 });
  const taken = await Promise.all(Array.from({ length: 5 }, () => limiter.take('nina@example.org')));
  expect(taken.filter((seconds) => seconds === null)).toHaveLength(3);
  await limiter.reset('nina@example.org');
  expect(await limiter.secondsLeft('nina@example.org')).toBeNull();
});

test('a pool that sends settings of a session is rejected behind a pooler', async () => {
  const { url } = await openBehindPooler();
  const postgres = createPostgres({ url, logger, max: 1 });
  cleanups.push(postgres.close);
  await expect(postgres.query('select 1')).rejects.toMatchObject({ code: '08P01' });
});
