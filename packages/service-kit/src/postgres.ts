import pg from 'pg';
import { POOL_SIZE } from './connection-budget.ts';
import type { Logger } from './logger.ts';
import { traceQueries } from './traced-postgres.ts';
import { inSpan, isInTrace } from './tracing.ts';

// bigint columns here are counters and byte sizes, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The pool, or the client of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>;

/** Effects of the commit of an open transaction. */
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
export const isResponseTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/** SQLSTATE read_only_sql_transaction: the server was the primary until a failover. */
const isReadOnly = (error: unknown): error is Error => (error as { code?: unknown } | null)?.code === '25006';

/** Times after which the server ends a statement, and a transaction whose process hangs, so that it holds no lock for longer. */
const SESSION_LIMITS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 60_000 } as const;
/** Time without a response after which the client gives up, later than a living server would: the node has vanished, or hangs. */
const RESPONSE_TIMEOUT_MS = 20_000;

interface PostgresOptions {
  /** Address with the database's name. */
  url: string;
  logger: Logger;
  /** Connections at most. */
  max?: number;
  /** Time that a query waits for a connection while all are taken. */
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
    let connectionError: Error | undefined;
    let result: Result;
    try {
      await client.query('begin');
      result = await work(queryable);
      await client.query('commit');
    } catch (error) {
      // A connection without a response has none to a rollback either; the server rolls back when it is closed. One to a
      // former primary is replaced by one to the present one.
      if (isResponseTimeout(error) || isReadOnly(error)) connectionError = error;
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
    query: traceQueries(pool.query.bind<Queryable['query']>(pool)),
    /** Runs `work` in one transaction, rolled back when it throws. */
    transaction: <Result>(work: (client: Queryable) => Promise<Result>): Promise<Result> =>
      isInTrace() ? inSpan('transaction', {}, () => transaction(work)) : transaction(work),
    /** Returns a `wakeOn` for a worker: it calls back after each commit that has added work to the queue (wakeAfterCommit). */
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
