import pg from 'pg';
import { POOL_SIZE } from './connection-budget.ts';
import type { Logger } from './logger.ts';
import { traceQueries } from './traced-postgres.ts';
import { inSpan, isInTrace } from './tracing.ts';
import { isStatementOutdated } from './unavailable-database.ts';

// bigint columns hold counters and byte sizes, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A pool, or the client of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** Statements and effects that an open transaction has postponed to its end. */
interface OpenTransaction {
  /** Values of `gatherUntilCommit` by what writes them. */
  gathered: Map<WriteGathered<never>, unknown[]>;
  effects: (() => void)[];
  /** Queue tables to which the transaction has added work. */
  queues: Set<string>;
}
type WriteGathered<Value> = (client: Queryable, values: readonly Value[]) => Promise<unknown>;
const openTransactions = new WeakMap<Queryable, OpenTransaction>();

/**
 * Writes values by one statement before the transaction of this client commits, even those of a savepoint that was rolled back;
 * outside of a transaction, at once.
 */
export const gatherUntilCommit = async <Value>(
  client: Queryable,
  write: WriteGathered<Value>,
  values: readonly Value[],
): Promise<void> => {
  const gathered = openTransactions.get(client)?.gathered;
  if (gathered) gathered.set(write, [...(gathered.get(write) ?? []), ...values]);
  else await write(client, values);
};

/**
 * Runs `effect` once the transaction of this client is committed; never after a rollback.
 * @throws when the client has no open transaction
 */
export const afterCommit = (client: Queryable, effect: () => void): void => {
  const open = openTransactions.get(client);
  if (!open) throw new Error('an effect after a commit needs a transaction');
  open.effects.push(effect);
};

/**
 * Wakes the workers of this queue once the transaction of this client is committed. Workers find rows added outside of a
 * transaction only at their poll interval.
 * @param queue table of the queue
 */
export const wakeAfterCommit = (client: Queryable, queue: string): void =>
  void openTransactions.get(client)?.queues.add(queue);

/** Whether an error is pg's `query_timeout`: the server did not respond in time. */
export const isResponseTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/** Whether an error is SQLSTATE read_only_sql_transaction: the server was the primary before a failover. */
const isReadOnly = (error: unknown): error is Error => (error as { code?: unknown } | null)?.code === '25006';

/** Timeouts at which the server ends a statement, or the transaction of a process that hangs, to release its locks. */
const SESSION_LIMITS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 60_000 } as const;
/** Time without a response after which the client gives up; longer than the server's own timeouts, so the server is dead. */
const RESPONSE_TIMEOUT_MS = 20_000;

type Query = pg.ClientBase['query'];

/** Runs prepared statements without their names: a pooler gives each transaction another session, which does not know them. */
const withoutNames = (query: Query): Query =>
  ((statement: string | pg.QueryConfig, ...values: unknown[]) =>
    query(
      (typeof statement === 'string' ? statement : { ...statement, name: undefined }) as string,
      ...(values as [unknown[]?]),
    )) as Query;

interface PostgresOptions {
  /** URL with the name of the database. */
  url: string;
  logger: Logger;
  /** Maximum number of connections. */
  max?: number;
  /** Time that a query waits for a free connection of the pool. */
  connectionTimeoutMs?: number;
  responseTimeoutMs?: number;
  /** A transaction pooler rejects session settings: the role carries them instead (setRoleDefaults). */
  isBehindPooler?: boolean;
}

/** Opens a pool on one database. Every query has a timeout, whatever happens to the server. */
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

  const wrap = (query: Query): Query => traceQueries(isBehindPooler ? withoutNames(query) : query);

  const transaction = async <Result>(work: (client: Queryable) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect();
    const queryable = isBehindPooler || isInTrace() ? { query: wrap(client.query.bind(client)) } : client;
    const { gathered, effects, queues }: OpenTransaction = { gathered: new Map(), effects: [], queues: new Set() };
    openTransactions.set(queryable, { gathered, effects, queues });
    let connectionError: Error | undefined;
    let result: Result;
    try {
      await client.query('begin');
      result = await work(queryable);
      for (const [write, values] of gathered) await write(queryable, values as never[]);
      await client.query('commit');
    } catch (error) {
      // A connection that does not respond would not respond to a rollback either; the server rolls back when it is closed. A
      // connection to a former primary is replaced by one to the current primary.
      if (isResponseTimeout(error) || isReadOnly(error) || isStatementOutdated(error)) connectionError = error;
      else
        await client.query('rollback').catch((rollbackError: Error) => {
          connectionError = rollbackError;
        });
      throw error;
    } finally {
      openTransactions.delete(queryable);
      client.release(connectionError);
    }
    for (const effect of effects) effect();
    for (const queue of queues) for (const wake of wakers.get(queue) ?? []) wake();
    return result;
  };

  return {
    query: wrap(pool.query.bind<Query>(pool)),
    /** Runs `work` in one transaction, which is rolled back when `work` throws. */
    transaction: <Result>(work: (client: Queryable) => Promise<Result>): Promise<Result> =>
      isInTrace() ? inSpan('transaction', {}, () => transaction(work)) : transaction(work),
    /** Returns a `wakeOn` for a worker, called after each commit that added work to the queue (wakeAfterCommit). */
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

/** Returns the name of the unique constraint that an error is about, or null. */
export const violatedConstraint = (error: unknown): string | null => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : null;
};

/** Opens a single connection, without the timeouts of a service's queries. */
export const connectPostgres = async (url: string, connectionTimeoutMillis = 10_000): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // The next query fails when a connection broke while idle.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** Sets the role's default timeouts in its database, for clients behind a pooler; other sessions set them themselves. */
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
