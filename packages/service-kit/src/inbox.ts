import type { Event, EventName } from 'contracts/events';
import type { Postgres, Queryable } from './postgres.ts';
import { prepared } from './prepared.ts';
import type { Expiry } from './retention.ts';
import { isTransactionAborted } from './unavailable-database.ts';

/** Longer than any redelivery, including retries and dead letters that an operator requeues. */
const RETENTION_DAYS = 30;

const ATTEMPTS = 3;

const RECORD = prepared('insert into inbox (event_id) values ($1) on conflict do nothing');

/**
 * Makes listeners idempotent: an event's effect and the record that it was handled commit in one transaction. A redelivered event
 * has no second effect, and a failed one is handled again. After a deadlock, the transaction is repeated immediately and uses up no
 * delivery.
 */
export const idempotent =
  (postgres: Pick<Postgres, 'transaction'>) =>
  <Name extends EventName>(effect: (client: Queryable, event: Event<Name>) => Promise<unknown>) =>
  async (event: Event<Name>): Promise<void> => {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await postgres.transaction(async (client) => {
          const { rowCount } = await client.query(RECORD, [event.id]);
          if (rowCount === 1) await effect(client, event);
        });
      } catch (error) {
        if (!isTransactionAborted(error) || attempt === ATTEMPTS) throw error;
      }
  };

/** Inbox rows of events that can no longer be delivered. */
export const INBOX_EXPIRY: Expiry = {
  table: 'inbox',
  where: `received_at < now() - interval '${RETENTION_DAYS} days'`,
};
