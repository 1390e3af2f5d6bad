import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { createDatabase } from './create-database.ts';
import { KIT_MIGRATIONS } from './kit-migrations.ts';
import { connectPostgres } from './postgres.ts';

/** Arbitrary lock id, the same in every process: only one process migrates at a time. */
const MIGRATION_LOCK = 7_204_118;
const LOCK_POLL_INTERVAL_MS = 500;

/** First line of a file with one statement that cannot run in a transaction, such as `create index concurrently`. */
const OUTSIDE_TRANSACTION = /^-- outside a transaction\b/;
/** SQLSTATE lock_not_available. */
const LOCKED = '55P03';

/**
 * While a migration waits for a lock, it blocks every later statement on that table. It therefore waits briefly, lets them pass,
 * and tries again. After two minutes in total the migration fails and is rolled back.
 */
const LOCK_WAIT = { timeoutMs: 2_000, pauseMs: 3_000, attempts: 24 } as const;

/**
 * Acquires the lock by polling: a session that waits for the lock holds a snapshot, for which the holder's
 * `create index concurrently` would wait.
 */
const lockMigrations = async (client: pg.Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.locked) return;
    await pause(LOCK_POLL_INTERVAL_MS);
  }
};

interface Migration {
  name: string;
  sql: string;
  lockTimeoutMs: number;
}

const applyInTransaction = async (client: pg.Client, { name, sql, lockTimeoutMs }: Migration): Promise<void> => {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};

const INDEX_NAME = /^create (?:unique )?index concurrently (?:if not exists )?(\S+) on /im;

/**
 * Applies a migration outside of a transaction. First drops the invalid index of a failed attempt, which `if not exists` would
 * leave. Lock waits are unlimited here: `create index concurrently` waits for all older snapshots without blocking reads or writes.
 */
const applyOutside = async (client: pg.Client, { name, sql }: Migration): Promise<void> => {
  const index = INDEX_NAME.exec(sql)?.[1];
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  );
  if (rowCount) await client.query(`drop index concurrently ${index}`);
  await client.query(sql);
  await client.query('insert into migrations (name) values ($1)', [name]);
};

/**
 * Applies the pending *.sql files of a folder in order of name, each in its own transaction except those that begin with
 * `-- outside a transaction` (docs/architecture.md#changes-of-a-database). Creates a missing database first. Returns the applied
 * names.
 */
export const migrate = async (
  url: string,
  folder: URL,
  lockWait: { timeoutMs: number; pauseMs: number; attempts: number } = LOCK_WAIT,
): Promise<string[]> => {
  await createDatabase(url);
  const client = await connectPostgres(url);
  try {
    // The role's default (setRoleDefaults) is for services; creating an index may take longer.
    await client.query('set statement_timeout = 0');
    await client.query('set lock_timeout = 0');
    await lockMigrations(client);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const appliedNames = new Set(rows.map(({ name }) => name));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const steps = [
      ...KIT_MIGRATIONS.map(({ name, sql }) => ({ name, read: () => sql })),
      ...files.map((name) => ({
        name,
        read: () => readFile(new URL(name, folder.href.endsWith('/') ? folder : `${folder.href}/`), 'utf8'),
      })),
    ].filter(({ name }) => !appliedNames.has(name));
    for (const { name, read } of steps) {
      const sql = await read();
      const isOutside = OUTSIDE_TRANSACTION.test(sql);
      const apply = isOutside ? applyOutside : applyInTransaction;
      for (let attempt = 1; ; attempt += 1)
        try {
          await apply(client, { name, sql, lockTimeoutMs: lockWait.timeoutMs });
          break;
        } catch (error) {
          const isLocked = (error as { code?: string }).code === LOCKED;
          if (!isLocked || attempt === lockWait.attempts)
            throw new Error(`migration ${name} failed ${isOutside ? 'outside a transaction' : 'and was rolled back'}`, {
              cause: error,
            });
          await pause(lockWait.pauseMs);
        }
    }
    return steps.map(({ name }) => name);
  } finally {
    await client.end();
  }
};
