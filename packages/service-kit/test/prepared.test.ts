import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startKitDatabase } from 'testing/databases';
import { createLogger } from '../src/logger.ts';
import { createPostgres } from '../src/postgres.ts';
import type { Postgres } from '../src/postgres.ts';
import { prepared } from '../src/prepared.ts';

let database: Awaited<ReturnType<typeof startKitDatabase>>;
let postgres: Postgres;
beforeAll(async () => {
  database = await startKitDatabase();
  postgres = createPostgres({ url: database.url, logger: createLogger('prepared-test', 'silent'), max: 1 });
});
afterAll(async () => {
  await postgres.close();
  await database.stop();
});

test('a prepared statement is planned once after five executions', async () => {
  await postgres.query('create table seats (id int primary key)');
  const find = prepared('select id from seats where id = $1');
  for (let id = 0; id < 7; id += 1) await postgres.transaction((client) => client.query(find, [id]));
  const { rows } = await postgres.query(
    'select generic_plans::int as generic, custom_plans::int as custom from pg_prepared_statements where name = $1',
    [find.name],
  );
  expect(rows).toEqual([{ generic: 2, custom: 5 }]);
});

test('a prepared statement survives a migration that adds a column', async () => {
  await postgres.query('create table rows (id int)');
  const find = prepared('select id from rows');
  await postgres.query(find);
  await postgres.query('alter table rows add column name text');
  expect((await postgres.query(find)).rows).toEqual([]);
});

test('a prepared statement is prepared again on another connection after a migration that changes its result', async () => {
  await postgres.query('create table places (id int)');
  const find = prepared('select id from places');
  const read = () => postgres.transaction((client) => client.query(find));
  await read();
  await postgres.query('alter table places alter column id type bigint');
  await expect(read()).rejects.toMatchObject({ code: '0A000' });
  expect((await read()).rows).toEqual([]);
});

test('a prepared statement has one name for one text', () => {
  expect(prepared('select 1')).toEqual(prepared('select 1'));
  expect(prepared('select 1').name).not.toBe(prepared('select 2').name);
});

test.each([
  'select * from seats',
  'select s.*, 1 from seats s',
  'select id, * from seats',
  'delete from seats returning *',
])('prepared rejects %s', (text) => {
  expect(() => prepared(text)).toThrow('names its columns');
});

test('prepared accepts a count and a product', () => {
  expect(prepared('select count(*), sum($1 * id) from seats').name).toHaveLength(22);
});
