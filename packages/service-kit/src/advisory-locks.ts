import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from './logger.ts';
import { isResponseTimeout } from './postgres.ts';

const RETRY_INTERVAL_MS = 50;
const CHANNEL = 'advisory_locks';
/** Time without a response after which the node has vanished, or hangs; a living one ends a statement sooner. */
const RESPONSE_TIMEOUT_MS = 20_000;

interface Holder {
  /** Connection that holds the lock; null while it is being requested. */
  session: pg.Client | null;
  onContention: () => void;
}

export interface AcquireOptions {
  /** Cancels waiting; `acquire` then throws its reason. */
  signal: AbortSignal;
  /** Called, possibly more than once, when another process requests the lock or the connection drops. */
  onContention: () => void;
}

/**
 * Locks by name that hold among all processes of one database (PostgreSQL's advisory locks). One connection of its own
 * holds all locks of this process; when the process ends, they are free at once.
 * @param url postgres address with the database's name, of the server itself: a pooler between would mix sessions
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

  /** A connection without a response is ended on this side: the next attempt opens another, and holders are notified that their locks may be lost. */
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

  /** Tries once. PostgreSQL's lock belongs to the session, which all callers of this process share: they exclude each other by the map. */
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
      // The lock ended with its session, or does as soon as the server notices its end.
      if (client) abandonSilent(client, error);
      logger.warn({ err: error }, 'advisory lock not released');
    } finally {
      holders.delete(name);
    }
  };

  return {
    /**
     * Waits for the lock and returns the function that releases it.
     * @throws the signal's reason, or what the database throws
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
