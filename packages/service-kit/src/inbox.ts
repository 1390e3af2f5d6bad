import type { Event, EventName } from 'contracts/events';
import type { Postgres, Queryable } from './postgres.ts';
import type { Expiry } from './retention.ts';

/** Longer than any redelivery: retries and dead letters that an operator requeues. */
const RETENTION_DAYS = 30;

/** SQLSTATE deadlock_detected: of transactions that wait for each other the server ends one, which may be repeated (PostgreSQL, 13.3.4). */
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

/**
 * Makes listeners idempotent: the effect of an event and the record that it was handled commit in one transaction, so a
 * redelivered event has no second effect, and one whose effect failed is handled again. A deadlock is no failure of the event:
 * its effect is repeated at once, and costs none of its deliveries.
 */
export const idempotent =
  (postgres: Pick<Postgres, 'transaction'>) =>
  <Name extends EventName>(effect: (client: Queryable, event: Event<Name>) => Promise<unknown>) =>
  async (event: Event<Name>): Promise<void> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await postgres.transaction(async (client) => {
          const { rowCount } = await client.query('insert into inbox (event_id) values ($1) on conflict do nothing', [
            event.id,
          ]);
          if (rowCount === 1) await effect(client, event);
        });
      } catch (error) {
        if ((error as { code?: unknown }).code !== DEADLOCK || attempt === ATTEMPTS) throw error;
      }
  };

/** Rows of events that are not delivered any more. */
export const INBOX_EXPIRY: Expiry = {
  table: 'inbox',
  where: `received_at < now() - interval '${RETENTION_DAYS} days'`,
};
