import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { startKitDatabase } from 'testing/databases';
import { createBrokerLine } from 'testing/broker-line';
import { eventually } from 'testing/eventually';
import { migrate } from '../src/migrate.ts';
import { connectPostgres } from '../src/postgres.ts';

let database: Awaited<ReturnType<typeof startKitDatabase>>;
let folder: string;
beforeEach(async () => {
  database = await startKitDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const run = (lockWait?: Parameters<typeof migrate>[2]) => migrate(database.url, pathToFileURL(folder), lockWait);
const INDEX = '-- outside a transaction\ncreate unique index concurrently things_name on things (name);\n';
const isValid = async () =>
  (
    await database.postgres.query<{ indisvalid: boolean }>(
      `select indisvalid from pg_index where indexrelid = to_regclass('things_name')`,
    )
  ).rows[0]?.indisvalid;

describe('migrate', () => {
  test('builds an index concurrently, once', async () => {
    await write('001-things.sql', 'create table things (name text);');
    await write('002-index.sql', INDEX);
    expect(await run()).toEqual(['001-things.sql', '002-index.sql']);
    expect(await isValid()).toBe(true);
    expect(await run()).toEqual([]);
  });

  test('rebuilds an index that a failed attempt has left invalid', async () => {
    await write('001-things.sql', `create table things (name text); insert into things values ('same'), ('same');`);
    await write('002-index.sql', INDEX);
    await expect(run()).rejects.toThrow('migration 002-index.sql failed');
    expect(await isValid()).toBe(false);
    await database.postgres.query('delete from things');
    expect(await run()).toEqual(['002-index.sql']);
    expect(await isValid()).toBe(true);
  });

  test('leaves an invalid index alone that another file or an operator builds', async () => {
    await write(
      '001-things.sql',
      `create table things (name text, other text); insert into things values ('a', 'same'), ('b', 'same');`,
    );
    await run();
    await expect(
      database.postgres.query('create unique index concurrently things_other on things (other)'),
    ).rejects.toThrow('could not create unique index');
    await write('002-index.sql', INDEX);
    await run();
    const { rows } = await database.postgres.query(`select to_regclass('things_other')::text as name`);
    expect(rows).toEqual([{ name: 'things_other' }]);
  });

  test('builds an index however long a snapshot of another session delays it', async () => {
    await write('001-things.sql', 'create table things (name text);');
    await run();
    await write('002-index.sql', INDEX);
    const holder = await connectPostgres(database.url);
    await holder.query('begin isolation level repeatable read');
    await holder.query('select * from migrations');
    const migrated = run({ timeoutMs: 50, pauseMs: 10, attempts: 2 });
    const waiting = () =>
      database.postgres.query(
        `select from pg_stat_activity where datname = current_database() and wait_event = 'virtualxid'
       and now() - query_start > interval '500 milliseconds'`,
      );
    await eventually(async () => (await waiting()).rowCount === 1, 'the index behind the snapshot');
    await holder.query('commit');
    await holder.end();
    expect(await migrated).toEqual(['002-index.sql']);
    expect(await isValid()).toBe(true);
  });

  test('applies each file once when two processes migrate at the same time', async () => {
    await write('001-things.sql', 'create table things (name text);');
    await write('002-index.sql', INDEX);
    const applied = await Promise.all([run(), run()]);
    expect(applied.flat().sort()).toEqual(['001-things.sql', '002-index.sql']);
    expect(await isValid()).toBe(true);
  });

  test('gives up a server that accepts the connection and does not respond', async () => {
    const line = await createBrokerLine(database.url, 5432);
    line.silence();
    await expect(connectPostgres(line.url, 200)).rejects.toThrow('timeout expired');
    await line.close();
  });

  test('lets others pass while it waits for a lock, and goes on once it is free', async () => {
    await write('001-things.sql', 'create table things (name text);');
    await run();
    await write('002-column.sql', 'alter table things add column age integer;');
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select * from things');
    const migrated = run({ timeoutMs: 200, pauseMs: 100, attempts: 1_000 });
    // A migration that waited in the lock queue would block this query as long as the holder does.
    const other = new pg.Client({ connectionString: database.url, query_timeout: 20_000 });
    await other.connect();
    for (let count = 0; count < 5; count += 1) await other.query('select * from things');
    await holder.query('commit');
    expect(await migrated).toEqual(['002-column.sql']);
    await Promise.all([holder.end(), other.end()]);
  });

  test('fails without a change when a lock does not become free', async () => {
    await write('001-things.sql', 'create table things (name text);');
    await run();
    await write('002-column.sql', 'alter table things add column age integer;');
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select * from things');
    await expect(run({ timeoutMs: 50, pauseMs: 10, attempts: 2 })).rejects.toThrow('migration 002-column.sql failed');
    await holder.query('commit');
    await holder.end();
    expect(await run()).toEqual(['002-column.sql']);
  });

  /** Statements that break a running replica of the former version. */
  const CONTRACTION =
    /^\s*(?:drop (?:table|view)\b|alter table\b[^;]*\b(?:drop column|rename|alter column[^;]*(?:set not null|type))\b)/im;
  /** Latest migration of each service when the rule was introduced. */
  const BEFORE_THE_RULE = { affiliate: '006', billing: '008', identity: '006', media: '004' } as const;

  test.each(Object.entries(BEFORE_THE_RULE))(
    'of %s contract only with the reason why nothing uses it any more',
    async (service, last) => {
      const migrations = new URL(`../../../services/${service}/migrations/`, import.meta.url);
      const newer = (await readdir(migrations)).filter((name) => name.endsWith('.sql') && name.slice(0, 3) > last);
      for (const name of newer) {
        const sql = await readFile(new URL(name, migrations), 'utf8');
        if (CONTRACTION.test(sql)) expect([name, sql]).toEqual([name, expect.stringMatching(/^-- contract: \S/m)]);
      }
    },
  );

  test('recognises what contracts', () => {
    for (const sql of [
      'drop table things;',
      'alter table things drop column name;',
      'alter table things\n  rename column name to label;',
      'alter table things alter column name set not null;',
      'alter table things alter column name type text;',
    ])
      expect([sql, CONTRACTION.test(sql)]).toEqual([sql, true]);
    for (const sql of [
      'alter table things add column name text;',
      'create table things (dropped text);',
      'drop index things_name;',
      `insert into things values ('${randomUUID()}');`,
    ])
      expect([sql, CONTRACTION.test(sql)]).toEqual([sql, false]);
  });
});
