const MONGO_CONNECTION =
  /^Mongo(?:ServerSelection|Network|NetworkTimeout|PoolCleared|PoolClearedOnNetwork|PoolClosed|WaitQueueTimeout|NotConnected|TopologyClosed|ClientClosed)Error$/;
/** Codes of a MongoDB server that steps down, shuts down or is no primary (server selection specification, "not writable primary"). */
const MONGO_FAILOVER: readonly unknown[] = [91, 189, 10107, 11600, 11602, 13435, 13436];
/**
 * SQLSTATEs (PostgreSQL, appendix A): connection exceptions, too many connections, a server that is going or starting, and
 * a write that reached a former primary; beside the codes of sockets.
 */
const POSTGRES = /^(?:ECONN|ETIMEDOUT|EPIPE|08|53300|57P0|25006)/;
const POSTGRES_CLIENT = /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect)/;

/**
 * Whether PostgreSQL or MongoDB could not serve a query at the moment: the server is unreachable, silent, exhausted, or in a
 * failover. The same query may succeed later.
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
