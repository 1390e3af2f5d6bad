import { randomUUID } from 'node:crypto';
import { versionOf } from 'contracts/events';
import type { Event, EventData, EventName } from 'contracts/events';
import type { Bus } from './bus.ts';
import type { Logger } from './logger.ts';
import type { Postgres, Queryable } from './postgres.ts';
import { currentContext, SYSTEM } from './request-context.ts';
import type { Metrics } from './telemetry.ts';
import { currentTraceparent } from './tracing.ts';
import { createWorker } from './worker.ts';
import type { Worker } from './worker.ts';

/** Events published in one round. */
const BATCH = 200;
/** Poll interval when no commit wakes the relay: rows of a replica that died. */
const POLL_INTERVAL_MS = 1_000;

/** Returns an event about an entity at the given revision; actor and trace are those of the request or event being handled. */
export const createEvent = <Name extends EventName>(
  name: Name,
  data: EventData<Name>,
  revision: number,
): Event<Name> => {
  const context = currentContext();
  return {
    id: randomUUID(),
    name,
    version: versionOf(name),
    occurredAt: new Date().toISOString(),
    revision,
    actor: context?.actor ?? SYSTEM,
    traceparent: currentTraceparent(),
    data,
  };
};

/** Saves events in the transaction of the change that they announce, so that neither commits without the other. */
export const saveEvents = async (client: Queryable, ...events: readonly Event[]): Promise<void> => {
  for (const event of events) await client.query('insert into outbox (event) values ($1)', [JSON.stringify(event)]);
};

interface RelayOptions {
  postgres: Postgres;
  bus: Pick<Bus, 'publish'>;
  logger: Logger;
  metrics?: Metrics;
}

/**
 * Publishes the events of the outbox in their order, each confirmed by the broker before its row is deleted.
 * Replicas share the work: rows locked by one are skipped by the others.
 */
export const createOutboxRelay = ({ postgres, bus, logger, metrics }: RelayOptions): Worker => {
  const publishBatch = () =>
    postgres.transaction(
      async (client) => {
        const { rows } = await client.query<{ sequence: number; event: Event; age: number }>(
          'select sequence, event, extract(epoch from now() - created_at)::float as age from outbox order by sequence limit $1 for update skip locked',
          [BATCH],
        );
        metrics?.outboxAge.set(rows[0]?.age ?? 0);
        if (rows.length === 0) return 0;
        await Promise.all(rows.map(({ event }) => bus.publish(event)));
        await client.query('delete from outbox where sequence = any($1)', [rows.map(({ sequence }) => sequence)]);
        return rows.length;
      },
      { silent: true },
    );

  return createWorker({
    name: 'outbox relay',
    intervalMs: POLL_INTERVAL_MS,
    work: async () => (await publishBatch()) === BATCH,
    wakeOn: postgres.onCommit,
    logger,
  });
};
