import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { POOL_SIZE } from './connection-budget.ts';
import { KIT_MIGRATIONS } from './kit-migrations.ts';
import type { Logger } from './logger.ts';
import { traceQueries } from './traced-postgres.ts';
import { inSpan, isInTrace } from './tracing.ts';

// bigint columns here are counters and byte sizes, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The pool, or the client of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** What follows the commit of an open transaction. */
interface AfterCommit {
  effects: (() => void)[];
  /** Tables to which it has added work. */
  queues: Set<string>;
}
const openTransactions = new WeakMap<Queryable, AfterCommit>();

/**
 * Runs `effect` once the transaction of this client is committed; never where it is rolled back.
 * @throws where the client is not that of a transaction
 */
export const afterCommit = (client: Queryable, effect: () => void): void => {
  const open = openTransactions.get(client);
  if (!open) throw new Error('an effect after a commit needs a transaction');
  open.effects.push(effect);
};

/**
 * Wakes the workers of this queue once the transaction of this client is committed. What is added outside a transaction is found
 * at the worker's interval.
 * @param queue its table
 */
export const wakeAfterCommit = (client: Queryable, queue: string): void =>
  void openTransactions.get(client)?.queues.add(queue);

/** Whether a query had no response in time: what pg throws for `query_timeout`. */
export const isSilence = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/** SQLSTATE read_only_sql_transaction: the server was the primary until a failover. */
const isReadOnly = (error: unknown): error is Error => (error as { code?: unknown } | null)?.code === '25006';

/** What the server ends by itself: a statement after this time, and a transaction whose process hangs, so that it holds no lock for longer. */
const SESSION_LIMITS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 60_000 } as const;
/** Without a response the client gives up later than a living server would: the node has vanished, or hangs. */
const RESPONSE_TIMEOUT_MS = 20_000;

interface PostgresOptions {
  /** Address with the database's name. */
  url: string;
  logger: Logger;
  /** Connections at most. */
  max?: number;
  /** How long a query waits for a connection while all are taken. */
  connectionTimeoutMs?: number;
  responseTimeoutMs?: number;
  /** A pooler in transaction mode refuses settings of a session: there the role has them (setRoleDefaults). */
  isBehindPooler?: boolean;
}

/** A pool on one database. No query waits for ever, whatever becomes of the server. */
export const createPostgres = ({
  url,
  logger,
  max = POOL_SIZE,
  connectionTimeoutMs = 5_000,
  responseTimeoutMs = RESPONSE_TIMEOUT_MS,
  isBehindPooler = false,
}: PostgresOptions) => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectionTimeoutMs,
    ...(isBehindPooler ? {} : SESSION_LIMITS),
    query_timeout: responseTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection lost'));
  const wakers = new Map<string, (() => void)[]>();

  const transaction = async <Result>(work: (client: Queryable) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect();
    const queryable = isInTrace() ? { query: traceQueries(client.query.bind(client)) } : client;
    const { effects, queues }: AfterCommit = { effects: [], queues: new Set() };
    openTransactions.set(queryable, { effects, queues });
    let broken: Error | undefined;
    let result: Result;
    try {
      await client.query('begin');
      result = await work(queryable);
      await client.query('commit');
    } catch (error) {
      // A connection without a response has none to a rollback either; the server rolls back when it is closed. One to a
      // former primary is replaced by one to the present one.
      if (isSilence(error) || isReadOnly(error)) broken = error;
      else
        await client.query('rollback').catch((rollbackError: Error) => {
          broken = rollbackError;
        });
      throw error;
    } finally {
      openTransactions.delete(queryable);
      client.release(broken);
    }
    for (const effect of effects) effect();
    for (const queue of queues) for (const wake of wakers.get(queue) ?? []) wake();
    return result;
  };

  return {
    query: traceQueries(pool.query.bind<Queryable['query']>(pool)),
    /** Runs `work` in one transaction, rolled back when it throws. */
    transaction: <Result>(work: (client: Queryable) => Promise<Result>): Promise<Result> =>
      isInTrace() ? inSpan('transaction', {}, () => transaction(work)) : transaction(work),
    /** What a worker's `wakeOn` takes: calls back after each commit that has added work to the queue (wakeAfterCommit). */
    commitsTo:
      (queue: string) =>
      (wake: () => void): void =>
        void wakers.set(queue, [...(wakers.get(queue) ?? []), wake]),
    /** Number of requests and events that wait for a connection of the pool. */
    waitingCount: () => pool.waitingCount,
    /** @throws when the database is unreachable */
    ping: () => pool.query('select 1'),
    close: () => pool.end(),
  };
};
export type Postgres = ReturnType<typeof createPostgres>;

/** The name of the unique constraint that an error is about, or null. */
export const violatedConstraint = (error: unknown): string | null => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : null;
};

/** A connection of its own, without the limits of a service's queries. */
export const connectPostgres = async (url: string, connectionTimeoutMillis = 10_000): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // A connection that breaks while idle is noticed by the next query.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Any number, the same for every process: only one migrates at a time. */
const MIGRATION_LOCK = 7_204_118;
const LOCK_POLL_INTERVAL_MS = 500;

/** First line of a file with one statement that no transaction allows, such as `create index concurrently`. */
const OUTSIDE_TRANSACTION = /^-- outside a transaction\b/;
/** SQLSTATE lock_not_available. */
const LOCKED = '55P03';

/**
 * A lock that a migration in a transaction waits for blocks every later statement on that table: it waits shortly, lets them pass,
 * and tries again. Together two minutes; then the migration fails, and nothing has changed.
 */
const LOCK_WAIT = { timeoutMs: 2_000, pauseMs: 3_000, attempts: 24 } as const;

/** Polls: a session that waits for the lock has a snapshot, for which the holder's `create index concurrently` would wait in turn. */
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
 * What an attempt that broke off left behind, an index that is not valid, is dropped first: `if not exists` would keep it. Locks
 * have no limit here: `create index concurrently` waits for all older snapshots, and blocks neither reads nor writes meanwhile.
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
 * Applies the *.sql files of a folder that were not applied yet, in the order of their names, each in its own transaction, but
 * for those that begin with `-- outside a transaction` (docs/architecture.md#changes-of-a-database). Creates the database first
 * when it is missing. Returns the names applied.
 */
export const migrate = async (
  url: string,
  folder: URL,
  lockWait: { timeoutMs: number; pauseMs: number; attempts: number } = LOCK_WAIT,
): Promise<string[]> => {
  await createDatabase(url);
  const client = await connectPostgres(url);
  try {
    // A default of the role (setRoleDefaults) is for services: an index may take longer.
    await client.query('set statement_timeout = 0');
    await client.query('set lock_timeout = 0');
    await lockMigrations(client);
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map(({ name }) => name));
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const steps = [
      ...KIT_MIGRATIONS.map(({ name, sql }) => ({ name, read: () => sql })),
      ...files.map((name) => ({
        name,
        read: () => readFile(new URL(name, folder.href.endsWith('/') ? folder : `${folder.href}/`), 'utf8'),
      })),
    ].filter(({ name }) => !done.has(name));
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

/** SQLSTATEs of `create database` when another process has just created it: duplicate_database, unique_violation. */
const CREATED_MEANWHILE: readonly unknown[] = ['42P04', '23505'];
/** SQLSTATE invalid_catalog_name: the server has no database of that name. */
const NO_SUCH_DATABASE = '3D000';

const isReachable = async (url: string): Promise<boolean> => {
  try {
    const client = await connectPostgres(url);
    await client.end();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === NO_SUCH_DATABASE) return false;
    throw error;
  }
};

/**
 * Creates the database of an address where its server has none of that name. The server's database `postgres` is used only
 * then: where the databases are prepared, a service's role may connect to its own alone.
 */
export const createDatabase = async (url: string): Promise<void> => {
  if (await isReachable(url)) return;
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/postgres';
  const client = await connectPostgres(target.href);
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    if (!CREATED_MEANWHILE.includes((error as { code?: string }).code)) throw error;
  } finally {
    await client.end();
  }
};

/** Gives the role of an address, in its database, the limits that a session sends itself where no pooler is between. */
export const setRoleDefaults = async (url: string): Promise<void> => {
  const client = await connectPostgres(url);
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const database = pg.escapeIdentifier(rows[0]?.name ?? '');
    for (const [name, milliseconds] of Object.entries(SESSION_LIMITS))
      await client.query(`alter role current_user in database ${database} set ${name} = ${milliseconds}`);
  } finally {
    await client.end();
  }
};
