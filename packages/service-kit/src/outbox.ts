import { randomUUID } from 'node:crypto';
import { EVENT_VERSION } from 'contracts/events';
import type { Event, EventData, EventName } from 'contracts/events';
import type { Bus } from './bus.ts';
import type { Logger } from './logger.ts';
import type { Postgres, Queryable } from './postgres.ts';
import { currentContext, SYSTEM } from './request-context.ts';
import type { Metrics } from './telemetry.ts';
import { currentTraceparent } from './tracing.ts';

/** Events published in one round. */
const BATCH = 200;
/** Milliseconds between looks into an outbox that nobody woke. */
const POLL = 1_000;
const INBOX_DAYS = 30;

/**
 * An event about a thing at the given revision; actor and trace are those of the request or event being handled.
 */
export const createEvent = <Name extends EventName>(name: Name, data: EventData<Name>, revision: number): Event<Name> => {
  const context = currentContext();
  return {
    id: randomUUID(),
    name,
    version: EVENT_VERSION,
    occurredAt: new Date().toISOString(),
    revision,
    actor: context?.actor ?? SYSTEM,
    traceparent: currentTraceparent(),
    data,
  };
};

/** Saves events in the transaction of the change that they tell (design, section 2). */
export const saveEvents = async (client: Queryable, ...events: readonly Event[]): Promise<void> => {
  for (const event of events) await client.query('insert into outbox (event) values ($1)', [JSON.stringify(event)]);
};

/**
 * Records that an event is being handled, in the transaction of its effect.
 * @returns false when it was handled before: do nothing then
 */
export const firstTime = async (client: Queryable, eventId: string): Promise<boolean> => {
  const { rowCount } = await client.query('insert into inbox (event_id) values ($1) on conflict do nothing', [eventId]);
  return rowCount === 1;
};

/**
 * Publishes what the outbox holds, in its order, each event confirmed by the broker before its row goes.
 * Replicas share the work: rows taken by one are skipped by the others.
 */
export const createOutboxRelay = ({ postgres, bus, logger, metrics }: { postgres: Postgres; bus: Pick<Bus, 'publish'>; logger: Logger; metrics?: Metrics }) => {
  let stopped = false;
  let wake: () => void = () => {};
  let woken = false;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken) wake();
      woken = false;
    });
  postgres.onCommit(() => {
    woken = true;
    wake();
  });

  const publishBatch = () =>
    postgres.transaction(async (client) => {
      const { rows } = await client.query<{ sequence: number; event: Event; age: number }>(
        'select sequence, event, extract(epoch from now() - created_at)::float as age from outbox order by sequence limit $1 for update skip locked',
        [BATCH],
      );
      metrics?.outboxAge.set(rows[0]?.age ?? 0);
      if (rows.length === 0) return 0;
      await Promise.all(rows.map(({ event }) => bus.publish(event)));
      await client.query('delete from outbox where sequence = any($1)', [rows.map(({ sequence }) => sequence)]);
      return rows.length;
    }, { silent: true });

  const loop = async () => {
    let nextSweep = 0;
    while (!stopped) {
      try {
        if (Date.now() > nextSweep) {
          await postgres.query(`delete from inbox where received_at < now() - interval '${INBOX_DAYS} days'`);
          nextSweep = Date.now() + 3_600_000;
        }
        if ((await publishBatch()) < BATCH) await pause(POLL);
      } catch (error) {
        logger.warn({ err: error }, 'the outbox could not be published, trying again');
        woken = false;
        await pause(POLL);
      }
    }
  };
  const running = loop();

  return {
    stop: async () => {
      stopped = true;
      woken = true;
      wake();
      await running;
    },
  };
};
