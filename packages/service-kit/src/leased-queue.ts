import type { Logger } from './logger.ts';
import type { Queryable } from './postgres.ts';
import { createWorker } from './worker.ts';
import type { Worker } from './worker.ts';

/** Lease of an item in a queue table, which replicas share. */
export interface Lease {
  id: string;
  /** Number of attempts, including the current one; a fencing token, which excludes a replica whose lease was taken over. */
  attempts: number;
}

/** Ends the lease of an item whose attempt failed, unless the item was completed or withdrawn meanwhile (`due_at` null). */
export const postponeLease = async (
  postgres: Queryable,
  table: string,
  { id, attempts }: Lease,
  delaySeconds: number,
): Promise<void> => {
  await postgres.query(
    `update ${table} set due_at = now() + make_interval(secs => $3) where id = $1 and attempts = $2 and due_at is not null`,
    [id, attempts, delaySeconds],
  );
};

interface QueueRows {
  table: string;
  /** SQL condition for the rows that wait, leased ones included. */
  waiting: string;
  /** Column with the time since when a row waits. */
  since: string;
}

export interface QueueSize {
  length: number;
  /** Age of the oldest item; 0 when the queue is empty. */
  oldestSeconds: number;
}

export const measureQueue = async (postgres: Queryable, { table, waiting, since }: QueueRows): Promise<QueueSize> => {
  const { rows } = await postgres.query<QueueSize>(
    `select count(*)::int as length, coalesce(extract(epoch from now() - min(${since})), 0)::float as "oldestSeconds"
     from ${table} where ${waiting}`,
  );
  return rows[0] ?? { length: 0, oldestSeconds: 0 };
};

interface QueueWorkerOptions<Item> {
  /** Name in the logs. */
  name: string;
  /** Poll interval when no commit of this process wakes the worker. */
  pollIntervalMs: number;
  /** Maximum number of concurrent attempts of this process. */
  concurrency: number;
  /**
   * Leases the items that have been due longest, at most `limit`.
   * @param running items of the running attempts of this process
   */
  lease: (limit: number, running: readonly Item[]) => Promise<Item[]>;
  /** Attempts an item, then completes or postpones it. `signal` aborts when the worker stops. @throws when the lease was not ended */
  attempt: (item: Item, signal: AbortSignal) => Promise<void>;
  wakeOn?: (wake: () => void) => void;
  /** Time between two leases, so that it leases several items at once; not while more items are due than it has slots. */
  gatherMs?: number;
  /** Time for running attempts to finish when the worker stops, before their signal aborts. */
  stopGraceMs?: number;
  logger: Logger;
}

export interface QueueWorker extends Worker {
  /** Attempts every item that is due now, for tests. @throws when items cannot be leased */
  runDue: () => Promise<void>;
}

/**
 * Attempts the due items of a queue concurrently. Replicas share the queue by leases: an item is attempted twice only when a process
 * ends between the attempt and its completion. Leases no more items than it has free slots: no lease ends before its attempt begins.
 */
export const createQueueWorker = <Item>({
  name,
  pollIntervalMs,
  concurrency,
  lease,
  attempt,
  wakeOn,
  gatherMs = 0,
  stopGraceMs = 0,
  logger,
}: QueueWorkerOptions<Item>): QueueWorker => {
  const shutdown = new AbortController();
  const running = new Map<Promise<void>, Item>();
  let isBacklogged = false;
  let wake = () => {};

  const begin = (item: Item): void => {
    const run = attempt(item, shutdown.signal)
      .catch((error: unknown) => logger.warn({ err: error, worker: name }, 'lease not ended'))
      .finally(() => {
        running.delete(run);
        wake();
      });
    running.set(run, item);
  };
  /** Begins attempts in all free slots, without waiting for their end; returns their number. */
  const fillSlots = async (): Promise<number> => {
    const slots = concurrency - running.size;
    const items = slots > 0 ? await lease(slots, [...running.values()]) : [];
    items.forEach(begin);
    isBacklogged = slots > 0 ? items.length === slots : isBacklogged;
    return items.length;
  };
  const ended = () => Promise.all(running.keys());
  const worker = createWorker({
    name,
    intervalMs: pollIntervalMs,
    work: async () => void (await fillSlots()),
    wakeOn: (wakeWorker) => {
      wake = wakeWorker;
      wakeOn?.(wakeWorker);
    },
    gatherMs: () => (isBacklogged ? 0 : gatherMs),
    logger,
  });

  return {
    start: worker.start,
    stop: async () => {
      const grace = setTimeout(() => shutdown.abort(), stopGraceMs);
      await worker.stop();
      await ended();
      clearTimeout(grace);
    },
    runDue: async () => {
      while ((await fillSlots()) > 0 || running.size > 0) await ended();
    },
  };
};
