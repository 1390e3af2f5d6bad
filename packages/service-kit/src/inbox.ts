import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Event, EventName } from 'contracts/events';
import type { Postgres, Queryable } from './postgres.ts';
import { prepared } from './prepared.ts';
import type { Expiry } from './retention.ts';
import { isInTrace } from './tracing.ts';
import { isTransactionAborted } from './unavailable-database.ts';

/** Longer than any redelivery, including retries and dead letters that an operator requeues. */
const RETENTION_DAYS = 30;

const ATTEMPTS = 3;

const RECORD = prepared('insert into inbox (event_id) values ($1) on conflict do nothing');
const RECORD_ALL = prepared(
  'insert into inbox (event_id) select unnest($1::uuid[]) on conflict do nothing returning event_id as id',
);

type Effect<Name extends EventName> = (client: Queryable, event: Event<Name>) => Promise<unknown>;

/**
 * Makes listeners idempotent: an event's effect and the record that it was handled commit in one transaction. A redelivered event
 * has no second effect, and a failed one is handled again. After a deadlock, the transaction is repeated immediately and uses up no
 * delivery.
 */
export const idempotent =
  (postgres: Pick<Postgres, 'transaction'>) =>
  <Name extends EventName>(effect: Effect<Name>) =>
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

/** Longer than another batch; a replica that hangs may hold the locks of its batch for a minute. */
const LIMIT_LOCK_WAITS = `set local lock_timeout = '500ms'`;

interface Waiting {
  id: string;
  inContext: <Result>(work: () => Result) => Result;
  effect: (client: Queryable) => Promise<unknown>;
  handleAlone: () => Promise<void>;
  handled: PromiseWithResolvers<void>;
}

/**
 * As `idempotent`, with one transaction for the events that are delivered together, applied in their order. If it fails or waits too
 * long for a lock, each event is handled alone, beside the next batches, and reports its own error. For effects that lock rows of
 * their own entity, and few others: a batch holds the locks of all its events, and one of two that cross is handled alone.
 */
export const idempotentInBatches = (postgres: Pick<Postgres, 'transaction'>) => {
  const alone = idempotent(postgres);
  let waiting: Waiting[] = [];
  let isHandling = false;

  const handleTogether = (batch: readonly Waiting[]) =>
    postgres.transaction(async (client) => {
      await client.query(LIMIT_LOCK_WAITS);
      const { rows } = await client.query<{ id: string }>(RECORD_ALL, [batch.map(({ id }) => id)]);
      const recorded = new Set(rows.map(({ id }) => id));
      for (const { id, effect } of batch) if (recorded.delete(id)) await effect(client);
    });
  const handleAll = async () => {
    isHandling = true;
    // The other events of the same delivery are added meanwhile.
    await nextTurn();
    for (let [first] = waiting; first; [first] = waiting) {
      const batch = waiting;
      waiting = [];
      // A traced event has the spans of its queries only if the transaction is traced.
      const { inContext } = batch.find((event) => event.inContext(isInTrace)) ?? first;
      const isApplied = await inContext(() => handleTogether(batch)).then(
        () => true,
        () => false,
      );
      for (const { handled, handleAlone } of batch) handled.resolve(isApplied ? undefined : handleAlone());
    }
    isHandling = false;
  };

  return <Name extends EventName>(effect: Effect<Name>) => {
    const handleAlone = alone(effect);
    return (event: Event<Name>): Promise<void> => {
      const inContext = AsyncLocalStorage.snapshot();
      const handled = Promise.withResolvers<void>();
      waiting.push({
        id: event.id,
        inContext,
        effect: (client) => inContext(() => effect(client, event)),
        handleAlone: () => inContext(() => handleAlone(event)),
        handled,
      });
      if (!isHandling) void handleAll();
      return handled.promise;
    };
  };
};

/** Inbox rows of events that can no longer be delivered. */
export const INBOX_EXPIRY: Expiry = {
  table: 'inbox',
  where: `received_at < now() - interval '${RETENTION_DAYS} days'`,
};
