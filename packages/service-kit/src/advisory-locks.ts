import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from './logger.ts';
import { isResponseTimeout } from './postgres.ts';

const RETRY_INTERVAL_MS = 50;
const CHANNEL = 'advisory_locks';
/** Time without a response after which the server counts as dead; a live server ends a statement sooner. */
const RESPONSE_TIMEOUT_MS = 20_000;

interface Holder {
  /** Connection that holds the lock; null while it is being requested. */
  session: pg.Client | null;
  onContention: () => void;
}

export interface AcquireOptions {
  /** Cancels the wait; `acquire` then throws the signal's reason. */
  signal: AbortSignal;
  /** Called, possibly more than once, when another process requests the lock or the connection drops. */
  onContention: () => void;
}

/**
 * Creates named locks across all processes of one database (PostgreSQL's advisory locks). A dedicated connection holds all locks of
 * this process; they are released when the process ends.
 * @param url postgres address, with the database, of the server itself: a transaction pooler would mix sessions
 */
export const createAdvisoryLocks = ({
  url,
  logger,
  responseTimeoutMs = RESPONSE_TIMEOUT_MS,
}: {
  url: string;
  logger: Logger;
  responseTimeoutMs?: number;
}) => {
  const holders = new Map<string, Holder>();
  let current: { client: pg.Client; ready: Promise<unknown> } | null = null;

  /**
   * Closes a connection that does not respond: the next attempt opens another, and the holders are notified that their locks may be
   * lost.
   */
  const abandonSilent = (client: pg.Client, error: unknown): void => {
    if (!isResponseTimeout(error)) return;
    if (current?.client === client) current = null;
    for (const holder of holders.values()) if (holder.session === client) holder.onContention();
    client.end().catch((endError: Error) => logger.debug({ err: endError }, 'silent connection not closed in order'));
  };

  const connect = () => {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 15_000,
      query_timeout: responseTimeoutMs,
    });
    const disconnected = () => {
      if (current?.client === client) current = null;
    };
    client.on('notification', ({ payload }) => holders.get(payload ?? '')?.onContention());
    client.on('error', (error) => logger.warn({ err: error }, 'advisory lock connection lost'));
    client.on('end', () => {
      disconnected();
      for (const holder of holders.values()) if (holder.session === client) holder.onContention();
    });
    const ready = client.connect().then(() => client.query(`listen ${CHANNEL}`));
    ready.catch((error: unknown) => {
      disconnected();
      abandonSilent(client, error);
    });
    return { client, ready };
  };
  const session = async (): Promise<pg.Client> => {
    const { client, ready } = (current ??= connect());
    await ready;
    return client;
  };

  /**
   * Tries once. PostgreSQL's lock belongs to the session, which all callers in this process share: the map excludes them from each
   * other.
   */
  const attempt = async (name: string, onContention: () => void): Promise<Holder | null> => {
    const present = holders.get(name);
    if (present) {
      present.onContention();
      return null;
    }
    const holder: Holder = { session: null, onContention };
    holders.set(name, holder);
    let client: pg.Client | undefined;
    try {
      client = await session();
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
        [name],
      );
      if (rows[0]?.locked) {
        holder.session = client;
        return holder;
      }
      await client.query('select pg_notify($1, $2)', [CHANNEL, name]);
    } catch (error) {
      if (client) abandonSilent(client, error);
      holders.delete(name);
      throw error;
    }
    holders.delete(name);
    return null;
  };

  const release = async (name: string, { session: client }: Holder): Promise<void> => {
    try {
      await client?.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name]);
    } catch (error) {
      // The lock ends with its session, at the latest when the server notices that the session is dead.
      if (client) abandonSilent(client, error);
      logger.warn({ err: error }, 'advisory lock not released');
    } finally {
      holders.delete(name);
    }
  };

  return {
    /**
     * Waits for the lock and returns the function that releases it.
     * @throws the signal's reason, or errors of the database
     */
    acquire: async (name: string, { signal, onContention }: AcquireOptions): Promise<() => Promise<void>> => {
      for (;;) {
        signal.throwIfAborted();
        const holder = await attempt(name, onContention);
        if (holder) return () => release(name, holder);
        await pause(RETRY_INTERVAL_MS);
      }
    },
    close: async (): Promise<void> => {
      await current?.client.end();
    },
  };
};
export type AdvisoryLocks = ReturnType<typeof createAdvisoryLocks>;
