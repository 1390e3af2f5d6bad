import { randomUUID } from 'node:crypto';
import { versionOf } from 'contracts/event-envelope';
import type { Event, EventData, EventName } from 'contracts/events';
import { BrokerUnreachable, UnroutableMessage } from './broker-connection.ts';
import type { Bus } from './bus.ts';
import type { Logger } from './logger.ts';
import { gatherUntilCommit, wakeAfterCommit } from './postgres.ts';
import type { Postgres, Queryable } from './postgres.ts';
import { prepared } from './prepared.ts';
import { currentContext, SYSTEM } from './request-context.ts';
import type { Metrics } from './telemetry.ts';
import { currentTraceparent } from './tracing.ts';
import { createWorker } from './worker.ts';
import type { Worker } from './worker.ts';

/** Table of the outbox; commits to it wake the relay. */
const OUTBOX = 'outbox';
const ADD = prepared('insert into outbox (event) select unnest($1::jsonb[])');
/** Maximum number of events published in one round. */
const BATCH = 200;
/** Poll interval when no commit wakes the relay, for example for rows of a crashed replica. */
const POLL_INTERVAL_MS = 1_000;
/** Time between two rounds, which gathers commits: a round costs as much as the events of one commit. */
const GATHER_MS = 50;
const MAX_RETRY_SECONDS = 60;

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

const insertEvents = (client: Queryable, events: readonly Event[]) =>
  client.query(ADD, [events.map((event) => JSON.stringify(event))]);

/** Saves events in the transaction of the change that they announce, so that either both commit or neither does. */
export const saveEvents = async (client: Queryable, ...events: readonly Event[]): Promise<void> => {
  if (events.length === 0) return;
  await gatherUntilCommit(client, insertEvents, events);
  wakeAfterCommit(client, OUTBOX);
};

interface RelayOptions {
  postgres: Postgres;
  bus: Pick<Bus, 'publish'>;
  logger: Logger;
  metrics?: Metrics;
}

interface Row {
  sequence: number;
  event: Event;
  /** Age of the row. */
  ageSeconds: number;
}
const COLUMNS = 'sequence, event, extract(epoch from now() - created_at)::float as "ageSeconds"';
// Not prepared: planned for a table that is usually empty, they would scan all rows after a burst.
/** Events that were never tried. */
const NEXT = `select ${COLUMNS} from outbox where attempts = 0 order by sequence limit $1 for update skip locked`;
/** Events that have failed before and are due for a retry. */
const DUE = `select ${COLUMNS} from outbox where attempts > 0 and retry_at <= now() order by retry_at limit $1 for update skip locked`;
const REMOVE = 'delete from outbox where sequence = any($1)';
/** Postpones a failed event; the delay doubles after each attempt. */
const POSTPONE = `update outbox set attempts = attempts + 1, failure = $2,
  retry_at = now() + make_interval(secs => least($3, power(2, least(attempts, 20)))) where sequence = $1`;
const FAILURES =
  'select count(*) as failing, count(*) filter (where retry_at <= now()) as due from outbox where attempts > 0';

/**
 * Publishes the events of the outbox in order; each row is deleted once the broker has confirmed its event. Replicas share the
 * work: rows locked by one are skipped by the others. An event that the broker rejects does not block the others: it stays in the
 * outbox with the reason, and is retried separately.
 */
export const createOutboxRelay = ({ postgres, bus, logger, metrics }: RelayOptions): Worker => {
  /** Remaining rounds of one event each: one event may make the broker close the channel, and thereby fail a whole batch. */
  let singleRounds = 0;
  /** Time of the next look for failed events: commits add none. */
  let nextRetryMs = 0;

  /** @returns the rows, and the failed ones with the reason */
  const publish = (query: string, limit: number) =>
    postgres.transaction(async (client) => {
      const { rows } = await client.query<Row>(query, [limit]);
      const outcomes = await Promise.allSettled(rows.map(({ event }) => bus.publish(event)));
      const confirmed = rows.filter((_row, index) => outcomes[index]?.status === 'fulfilled');
      const failed = rows.flatMap((row, index) => {
        const outcome = outcomes[index];
        return outcome?.status === 'rejected' ? [{ ...row, reason: outcome.reason as Error }] : [];
      });
      if (confirmed.length > 0) await client.query(REMOVE, [confirmed.map(({ sequence }) => sequence)]);
      const isBatch = rows.length > 1 && confirmed.length === 0;
      const isUnreachable = failed.some(({ reason }) => reason instanceof BrokerUnreachable);
      // When a whole batch failed, only a return by the broker concerns the event itself.
      const rejected = failed.filter(
        ({ reason }) => reason instanceof UnroutableMessage || (!isBatch && !isUnreachable),
      );
      for (const { sequence, event, reason } of rejected) {
        logger.error({ err: reason, event: event.name, eventId: event.id }, 'event could not be published');
        await client.query(POSTPONE, [sequence, reason.message, MAX_RETRY_SECONDS]);
      }
      return { rows, failed, isInconclusive: isBatch && rejected.length < failed.length };
    });

  const publishNext = async (): Promise<boolean> => {
    const limit = singleRounds > 0 ? 1 : BATCH;
    const { rows, failed, isInconclusive } = await publish(NEXT, limit);
    metrics?.outboxAge.set(rows[0]?.ageSeconds ?? 0);
    if (failed[0]?.reason instanceof BrokerUnreachable) throw failed[0].reason;
    if (failed.length === 0) singleRounds = Math.max(0, singleRounds - 1);
    else singleRounds = isInconclusive ? rows.length : 0;
    if (failed[0])
      throw new Error(`${failed.length} of ${rows.length} events were not published`, { cause: failed[0].reason });
    return rows.length === limit;
  };
  const retryOne = async (): Promise<boolean> => {
    if (performance.now() < nextRetryMs) return false;
    nextRetryMs = performance.now() + POLL_INTERVAL_MS;
    const { rows: counts } = await postgres.query<{ failing: number; due: number }>(FAILURES);
    metrics?.outboxFailures.set(counts[0]?.failing ?? 0);
    if (!counts[0]?.due) return false;
    const { rows, failed } = await publish(DUE, 1);
    const hasRetried = rows.length > 0 && failed.length === 0;
    if (hasRetried) nextRetryMs = 0;
    return hasRetried;
  };

  const worker = createWorker({
    name: 'outbox relay',
    intervalMs: POLL_INTERVAL_MS,
    work: async () => {
      const hasRetried = await retryOne();
      return (await publishNext()) || hasRetried;
    },
    wakeOn: postgres.commitsTo(OUTBOX),
    gatherMs: () => GATHER_MS,
    logger,
  });

  return {
    start: worker.start,
    stop: async () => {
      await worker.stop();
      // What was committed while the worker gathered would wait for the next start.
      await publishNext().catch((error: unknown) => logger.warn({ err: error }, 'last round of the relay failed'));
    },
  };
};
