import type { Event, EventName } from 'contracts/events';
import type { Logger } from './logger.ts';
import type { Postgres, Queryable } from './postgres.ts';
import { createWorker } from './worker.ts';
import type { Worker } from './worker.ts';

/** Longer than any redelivery: retries and dead letters that an operator requeues. */
const RETENTION_DAYS = 30;
const CLEANUP_BATCH = 1_000;
const CLEANUP_INTERVAL_MS = 60 * 60_000;

/**
 * Makes listeners idempotent: the effect of an event and the record that it was handled commit in one transaction, so a
 * redelivered event has no second effect, and one whose effect failed is handled again.
 */
export const idempotent =
  (postgres: Pick<Postgres, 'transaction'>) =>
  <Name extends EventName>(effect: (client: Queryable, event: Event<Name>) => Promise<unknown>) =>
  (event: Event<Name>): Promise<void> =>
    postgres.transaction(async (client) => {
      const { rowCount } = await client.query('insert into inbox (event_id) values ($1) on conflict do nothing', [
        event.id,
      ]);
      if (rowCount === 1) await effect(client, event);
    });

/** Deletes inbox rows older than RETENTION_DAYS in bounded batches. */
export const createInboxCleanup = ({
  postgres,
  logger,
}: {
  postgres: Pick<Postgres, 'query'>;
  logger: Logger;
}): Worker =>
  createWorker({
    name: 'inbox cleanup',
    intervalMs: CLEANUP_INTERVAL_MS,
    work: async () => {
      const { rowCount } = await postgres.query(
        `delete from inbox where event_id in (
           select event_id from inbox where received_at < now() - make_interval(days => $1) limit $2 for update skip locked)`,
        [RETENTION_DAYS, CLEANUP_BATCH],
      );
      return rowCount === CLEANUP_BATCH;
    },
    logger,
  });
