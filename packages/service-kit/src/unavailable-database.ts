const MONGO_CONNECTION =
  /^Mongo(?:ServerSelection|Network|NetworkTimeout|PoolCleared|PoolClearedOnNetwork|PoolClosed|WaitQueueTimeout|NotConnected|TopologyClosed|ClientClosed)Error$/;
/**
 * Codes of a MongoDB server that steps down, shuts down or is not the primary (server selection specification, "not writable
 * primary").
 */
const MONGO_FAILOVER: readonly unknown[] = [91, 189, 10107, 11600, 11602, 13435, 13436];
/**
 * SQLSTATEs (PostgreSQL, appendix A) of connection exceptions, too many connections, a server that stops or starts, and a write to
 * a former primary; also the codes of sockets.
 */
const POSTGRES = /^(?:ECONN|ETIMEDOUT|EPIPE|08|53300|57P0|25006)/;
const POSTGRES_CLIENT = /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect)/;

/** SQLSTATEs serialization_failure and deadlock_detected: the transaction is rolled back and may be repeated (PostgreSQL, 13.5). */
const ABORTED: readonly unknown[] = ['40001', '40P01'];
export const isTransactionAborted = (error: unknown): boolean =>
  ABORTED.includes((error as { code?: unknown } | null)?.code);

/**
 * Whether a migration has changed the result of a prepared statement. The connection cannot run it any more; a new one can, with the
 * next attempt.
 */
export const isStatementOutdated = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'cached plan must not change result type';

/**
 * Whether PostgreSQL or MongoDB was temporarily unable to serve a query: the server is unreachable, does not respond, is
 * overloaded, or is in a failover. The same query may succeed later.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => {
  const {
    name = '',
    code = '',
    message = '',
  } = (error ?? {}) as { name?: string; code?: string | number; message?: string };
  return (
    MONGO_CONNECTION.test(name) ||
    (name.startsWith('Mongo') && MONGO_FAILOVER.includes(code)) ||
    POSTGRES.test(String(code)) ||
    POSTGRES_CLIENT.test(message)
  );
};
