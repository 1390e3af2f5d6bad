import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { repository } from '../src/folders.ts';
import { createPortBlock } from '../src/free-port.ts';
import { LOG_SETTINGS, startPostgres } from '../src/servers/postgres.ts';
import type { Server } from '../src/servers/server.ts';

const EMAIL = 'claire.fontaine@example.org';

/** Statements that fail with a personal value in the message, the detail or the statement, with their SQLSTATE. */
const FAILURES: { code: string; what: string; sql: string; values?: unknown[] }[] = [
  {
    code: '23505',
    what: 'a unique violation',
    sql: 'insert into people (email, age) values ($1, 30)',
    values: [EMAIL.toUpperCase()],
  },
  {
    code: '23514',
    what: 'a check violation',
    sql: 'insert into people (email, age) values ($1, 3)',
    values: [`other.${EMAIL}`],
  },
  {
    code: '23502',
    what: 'a not-null violation',
    sql: 'insert into people (email, age) values ($1, null)',
    values: [`other.${EMAIL}`],
  },
  { code: '23503', what: 'a foreign key violation', sql: 'insert into friends (email) values ($1)', values: [EMAIL] },
  { code: '22001', what: 'a value that is too long', sql: 'update people set name = $1', values: [EMAIL] },
  { code: '22P02', what: 'an invalid uuid', sql: 'select $1::uuid', values: [EMAIL] },
  { code: '22P02', what: 'an invalid enum value', sql: 'select $1::mood', values: [EMAIL] },
  { code: '22P02', what: 'invalid JSON', sql: 'select $1::jsonb', values: [EMAIL] },
  { code: '22007', what: 'an invalid date', sql: 'select $1::date', values: [EMAIL] },
  { code: '22021', what: 'a NUL', sql: 'select $1::text', values: [`${EMAIL}\u0000`] },
  { code: '42601', what: 'a syntax error', sql: `select 'x' from where email = '${EMAIL}'` },
  { code: '42P01', what: 'an unknown table', sql: `select * from "${EMAIL}"` },
  { code: 'P0001', what: 'an exception', sql: `do $$ begin raise exception 'unknown: ${EMAIL}'; end $$` },
  {
    code: '01000',
    what: 'a warning',
    sql: `do $$ begin raise warning 'unknown: ${EMAIL}'; raise exception using errcode = '01000', message = '${EMAIL}'; end $$`,
  },
  { code: '57014', what: 'a statement timeout', sql: `select pg_sleep(5), $1::text`, values: [EMAIL] },
  { code: '57014', what: 'a statement timeout of a literal', sql: `select pg_sleep(5), '${EMAIL}'` },
];

describe('PostgreSQL as the stack starts it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coulisses-postgres-log-'));
  const log = join(folder, 'postgres.log');
  let server: Server;
  let client: pg.Client;
  const readLog = () => readFileSync(log, 'utf8');
  beforeAll(async () => {
    // PostgreSQL runs as another user when the tests run as root.
    chmodSync(folder, 0o711);
    server = await startPostgres({
      dir: join(folder, 'data'),
      port: await (await createPortBlock()).next(),
      log,
      fast: true,
    });
    await server.ready();
    client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`
      create type mood as enum ('calm');
      create table people (email text not null, age integer not null check (age >= 18), name varchar(5));
      create unique index people_email on people (lower(email));
      create table known (email text primary key);
      create table friends (email text references known)`);
    await client.query('insert into people (email, age) values ($1, 30)', [EMAIL]);
    // Short for the statements that sleep, long for the others on a busy machine.
    await client.query('set statement_timeout = 1000');
  });
  afterAll(async () => {
    await client.end();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test.each(FAILURES)('logs nothing of $what ($code)', async ({ code, sql, values }) => {
    await expect(client.query(sql, values)).rejects.toMatchObject({ code });
    expect(readLog()).not.toMatch(/claire|fontaine|ERROR|STATEMENT|DETAIL/i);
  });

  test('logs nothing of a deadlock', async () => {
    const other = new pg.Client({ connectionString: server.url });
    await other.connect();
    const lock = (key: number) => `select pg_advisory_xact_lock(${key}), '${EMAIL}'`;
    await client.query('set statement_timeout = 0; begin');
    await other.query('begin');
    await client.query(lock(1));
    await other.query(lock(2));
    const outcomes = await Promise.allSettled([client.query(lock(2)), other.query(lock(1))]);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: '40P01' } }]);
    await client.query('rollback');
    await other.end();
    expect(readLog()).not.toMatch(/claire|fontaine/i);
  });

  test('logs its own life', () => {
    expect(readLog()).toContain('database system is ready to accept connections');
  });

  test.each(['docker-compose.yml', 'k8s/components/servers/postgres.yaml', 'k8s/components/operators/postgres.yaml'])(
    'has the settings of its log in %s too',
    (file) => {
      const text = readFileSync(join(repository, file), 'utf8').replace(/: "?([\w]+)"?$/gm, '=$1');
      for (const setting of LOG_SETTINGS) expect(text).toContain(setting);
    },
  );
});
