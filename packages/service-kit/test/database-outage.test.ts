import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { createBus } from '../src/bus.ts';
import { createEventService } from '../src/event-service.ts';
import { idempotent, idempotentInBatches } from '../src/inbox.ts';
import { createLogger } from '../src/logger.ts';
import { createEvent } from '../src/outbox.ts';
import { createPostgres } from '../src/postgres.ts';
import { createMetrics } from '../src/telemetry.ts';
import { createBrokerLine } from 'testing/broker-line';
import { startKitDatabase } from 'testing/databases';
import { inspectQueue } from 'testing/inspect-queue';
import { eventually } from 'testing/eventually';

const RETRY_DELAYS = [20, 40];
/** More events than a batch has, and than an event has attempts. */
const EVENTS = 60;
const CHECKS_WHILE_DOWN = 4;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const erased = () => createEvent('subscriber.erased', { id: randomUUID() }, 1);

/** Starts a service with one listener, whose connection to the database can be cut. */
const startService = async (handle: typeof idempotent) => {
  const name = `test-${randomUUID()}`;
  const database = await startKitDatabase();
  cleanups.push(database.stop);
  await database.postgres.query('create table effects (event_id uuid)');
  const line = await createBrokerLine(database.url, 5432);
  cleanups.push(line.close);
  const logger = createLogger('outage-test', 'silent');
  const metrics = createMetrics('outage-test');
  const postgres = createPostgres({ url: line.url, logger });
  const brokerLine = await createBrokerLine();
  cleanups.push(brokerLine.close);
  const bus = createBus({
    url: brokerLine.url,
    logger,
    metrics,
    exchange: name,
    queues: { [name]: ['subscriber.erased'] },
    retryDelaysMs: RETRY_DELAYS,
  });
  let checksFailed = 0;
  const poison = erased();
  const service = createEventService({
    name,
    app: {
      readiness: {
        database: async () => {
          await postgres.ping().catch((error: unknown) => {
            checksFailed += 1;
            throw error;
          });
        },
      },
      listeners: {
        'subscriber.erased': handle(postgres)<'subscriber.erased'>(async (client, event) => {
          if (event.id === poison.id) throw new Error('never');
          await client.query('insert into effects (event_id) values ($1)', [event.id]);
        }),
      },
    },
    bus,
    tokens: { worker: { start: () => undefined, stop: async () => undefined }, readiness: {} },
    logger,
    metrics,
    close: postgres.close,
  });
  const queue = await inspectQueue(name, RETRY_DELAYS);
  for (const worker of service.workers ?? []) worker.start();
  await bus.connected();
  cleanups.push(async () => {
    for (const worker of service.workers ?? []) await worker.stop();
    await service.close?.();
    await queue.remove();
  });
  return {
    bus,
    /** Makes new sessions of the database read-only, as a primary does after a failover. */
    setReadOnly: async (isReadOnly: boolean) => {
      const name = decodeURIComponent(new URL(database.url).pathname.slice(1));
      await database.postgres.query(
        `begin read write; alter database "${name}" set default_transaction_read_only = ${isReadOnly}; commit`,
      );
    },
    line,
    brokerLine,
    poison,
    checksFailed: () => checksFailed,
    effects: async () => {
      const { rows } = await database.postgres.query<{ event_id: string }>('select event_id from effects');
      return rows.map((row) => row.event_id).sort();
    },
    outcomes: async () => {
      const { values } = await metrics.events.get();
      return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
    },
    queue,
  };
};

describe.each([
  ['that handles each event alone', idempotent],
  ['that handles events in batches', idempotentInBatches],
])('a consumer %s, whose database is unreachable,', (_how, handle) => {
  test('pauses without spending attempts, continues by itself, and still dead-letters a poison event', async () => {
    const { bus, line, poison, checksFailed, effects, outcomes, queue } = await startService(handle);
    line.cut();
    const events = Array.from({ length: EVENTS }, erased);
    for (const event of [poison, ...events]) await bus.publish(event);
    await eventually(() => checksFailed() >= CHECKS_WHILE_DOWN, 'several checks of the unreachable database');
    await eventually(async () => (await queue.waiting()) === events.length + 1, 'all events in the queue again');
    expect(await queue.consumers()).toBe(0);
    expect(await outcomes()).not.toHaveProperty('retried');
    expect(await queue.dead()).toBe(false);
    expect(await effects()).toEqual([]);

    line.restore();
    await eventually(async () => (await effects()).length === events.length, 'every effect');
    expect(await effects()).toEqual(events.map(({ id }) => id).sort());
    const letter = await eventually(queue.dead, 'the dead letter');
    expect(letter.event).toEqual(poison);
    expect(letter.headers).toMatchObject({ 'x-attempt': RETRY_DELAYS.length + 1 });
    // The outcome is counted once the broker has confirmed it; the dead letter exists a moment earlier.
    await eventually(async () => {
      const { done, dead } = await outcomes();
      return done === events.length && dead === 1;
    }, 'every outcome to be counted');
    expect(await outcomes()).toMatchObject({ done: events.length, retried: RETRY_DELAYS.length, dead: 1 });
  });

  test('stays paused through a reconnection to the broker', async () => {
    const { bus, line, brokerLine, checksFailed, effects, queue } = await startService(handle);
    line.cut();
    await bus.publish(erased());
    await eventually(async () => checksFailed() > 0 && (await queue.consumers()) === 0, 'the pause');
    brokerLine.breakAll();
    await eventually(() => !bus.isConnected(), 'the break to be noticed');
    await bus.connected();
    const failed = checksFailed();
    await eventually(() => checksFailed() > failed, 'another check');
    expect(await queue.consumers()).toBe(0);
    expect(await queue.waiting()).toBe(1);
    line.restore();
    await eventually(async () => (await effects()).length === 1, 'the effect');
    expect(await queue.consumers()).toBe(1);
  });

  test('pauses without spending attempts while the server rejects writes, though it responds to checks', async () => {
    const { bus, setReadOnly, checksFailed, effects, outcomes } = await startService(handle);
    await setReadOnly(true);
    await bus.publish(erased());
    await eventually(async () => Number((await outcomes()).returned) > 1, 'two returns to the queue');
    expect(await outcomes()).not.toHaveProperty('retried');
    expect(checksFailed()).toBe(0);
    await setReadOnly(false);
    await eventually(async () => (await effects()).length === 1, 'the effect');
  });
});
