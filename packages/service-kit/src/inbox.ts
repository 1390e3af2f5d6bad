import type { Event, EventName } from 'contracts/events';
import type { Postgres, Queryable } from './postgres.ts';
import type { Expiry } from './retention.ts';

/** Longer than any redelivery: retries and dead letters that an operator requeues. */
const RETENTION_DAYS = 30;

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

/** Rows of events that are not delivered any more. */
export const INBOX_EXPIRY: Expiry = {
  table: 'inbox',
  where: `received_at < now() - interval '${RETENTION_DAYS} days'`,
};
