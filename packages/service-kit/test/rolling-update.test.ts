import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { EVENT_VERSIONS } from 'contracts/event-envelope';
import { EVENTS } from 'contracts/events';
import type { Event } from 'contracts/events';
import { z } from 'zod';
import { UnroutableMessage } from '../src/broker-connection.ts';
import { createBus } from '../src/bus.ts';
import { createEventReader, UnsupportedEvent } from '../src/event-reader.ts';
import { createEventService } from '../src/event-service.ts';
import { idempotent } from '../src/inbox.ts';
import { createLogger } from '../src/logger.ts';
import { createEvent } from '../src/outbox.ts';
import { createPostgres } from '../src/postgres.ts';
import { createMetrics } from '../src/telemetry.ts';
import { rabbitUrl } from 'testing/broker-line';
import { startKitDatabase } from 'testing/databases';
import { inspectQueue } from 'testing/inspect-queue';
import { modelFacts } from 'testing/events';
import { eventually } from 'testing/eventually';

const RETRY_DELAYS = [20, 20, 20, 20, 20, 20, 20, 20, 20, 20];
const logger = createLogger('versions-test', 'silent');
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

type Contract = NonNullable<Parameters<typeof createBus>[0]['contract']>;
interface Version {
  name: string;
  contract: Contract;
  /** Names of the events that its consumer handles. */
  handles: readonly string[];
}

/** The released version. */
const N: Version = {
  name: 'N',
  contract: { events: EVENTS, versions: {}, retired: {} },
  handles: ['subscriber.erased', 'panel.entered', 'asset.bound'],
};
/**
 * Returns the next version: a new event, a new field of an event, another shape of an event's data (read besides the former one), a
 * newly handled event, and one that is no longer handled.
 */
const nextOf = (queue: string): Version => ({
  name: 'N+1',
  contract: {
    events: {
      ...EVENTS,
      'subscriber.renamed': z.object({ id: z.string() }),
      'subscriber.erased': EVENTS['subscriber.erased'].extend({ reason: z.string().optional() }),
      'asset.bound': z.union([EVENTS['asset.bound'], z.object({ ids: z.array(z.string()), modelId: z.string() })]),
    },
    versions: { 'asset.bound': 2 },
    retired: { [queue]: ['panel.entered'] },
  },
  handles: ['subscriber.erased', 'asset.bound', 'subscriber.renamed', 'asset.released'],
});

const eventOf = (name: string, data: object, version = 1): Event =>
  ({ ...createEvent('subscriber.erased', { id: randomUUID() }, 1), name, data, version }) as Event;

/** Creates a service with one database and one queue, of which processes of several versions can run. */
const createService = async () => {
  const queue = `test-${randomUUID()}`;
  const next = nextOf(queue);
  const database = await startKitDatabase();
  cleanups.push(database.stop);
  await database.postgres.query('create table effects (event_id uuid, version text, data jsonb)');
  const inspector = await inspectQueue(queue, RETRY_DELAYS);
  cleanups.push(inspector.remove);

  const start = async ({ name, contract, handles }: Version) => {
    const metrics = createMetrics(name);
    const postgres = createPostgres({ url: database.url, logger });
    const bus = createBus({
      url: rabbitUrl(),
      logger,
      metrics,
      exchange: queue,
      queues: { [queue]: handles },
      retryDelaysMs: RETRY_DELAYS,
      contract,
    });
    const apply = idempotent(postgres)(async (client, event) => {
      await client.query('insert into effects values ($1, $2, $3)', [event.id, name, JSON.stringify(event.data)]);
    });
    const { workers = [], close } = createEventService({
      name: queue,
      app: {
        readiness: { database: postgres.ping },
        listeners: Object.fromEntries(handles.map((handled) => [handled, apply])),
      },
      bus,
      tokens: { worker: { start: () => undefined, stop: async () => undefined }, readiness: {} },
      logger,
      metrics,
      close: postgres.close,
    });
    for (const worker of workers) worker.start();
    await bus.connected();
    const stop = async () => {
      for (const worker of workers) await worker.stop();
      await close?.();
    };
    let stopped: Promise<void> | undefined;
    const process = { bus, stop: () => (stopped ??= stop()) };
    cleanups.push(process.stop);
    return process;
  };
  /** Starts a process of another service, which only publishes. */
  const startPublisher = async ({ contract, handles }: Version) => {
    const bus = createBus({
      url: rabbitUrl(),
      logger,
      exchange: queue,
      queues: { [queue]: handles },
      retryDelaysMs: RETRY_DELAYS,
      contract,
    });
    bus.start();
    await bus.connected();
    cleanups.push(bus.stop);
    return bus;
  };
  const effects = async () => {
    const { rows } = await database.postgres.query<{ event_id: string; version: string; data: object }>(
      'select event_id, version, data from effects',
    );
    return new Map(rows.map(({ event_id, ...effect }) => [event_id, effect]));
  };
  return { next, start, startPublisher, effects, inspector };
};

describe('a rolling update', () => {
  test('lets version N and N+1 of a consumer share a queue: each event has its effect once, whichever receives it', async () => {
    const { next, start, startPublisher, effects, inspector } = await createService();
    await start(N);
    await start(next);
    const [former, latter] = [await startPublisher(N), await startPublisher(next)];
    const ROUNDS = 20;
    const sent = { erased: [] as Event[], renamed: [] as Event[], former: [] as Event[], latter: [] as Event[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = randomUUID();
      sent.erased.push(eventOf('subscriber.erased', { id }), eventOf('subscriber.erased', { id, reason: 'requested' }));
      sent.renamed.push(eventOf('subscriber.renamed', { id }), eventOf('asset.released', { id }));
      sent.former.push(eventOf('asset.bound', { id, modelId: id }));
      sent.latter.push(eventOf('asset.bound', { ids: [id], modelId: id }, 2));
    }
    for (const event of [...sent.erased.filter((_, index) => index % 2 === 0), ...sent.former])
      await former.publish(event);
    for (const event of [...sent.erased.filter((_, index) => index % 2 === 1), ...sent.renamed, ...sent.latter])
      await latter.publish(event);

    const all = Object.values(sent).flat();
    await eventually(async () => (await effects()).size === all.length, 'every effect');
    const applied = await effects();
    const versionsOf = (events: readonly Event[]) => new Set(events.map(({ id }) => applied.get(id)?.version));
    expect(versionsOf([...sent.erased, ...sent.former])).toEqual(new Set(['N', 'N+1']));
    expect(versionsOf([...sent.renamed, ...sent.latter])).toEqual(new Set(['N+1']));
    expect(await inspector.dead()).toBe(false);
  });

  test('leaves the bindings of a consumer of version N as they are when a publisher of N+1 starts', async () => {
    const { next, start, startPublisher, effects, inspector } = await createService();
    const consumer = await start(N);
    const publisher = await startPublisher(next);
    // The publisher's outbox retains an event without a bound consumer.
    await expect(publisher.publish(eventOf('subscriber.renamed', { id: randomUUID() }))).rejects.toThrow(
      UnroutableMessage,
    );
    const known = eventOf('subscriber.erased', { id: randomUUID(), reason: 'requested' });
    await publisher.publish(known);
    await eventually(async () => (await effects()).has(known.id), 'the known event');
    await consumer.stop();
    expect(await inspector.waiting()).toBe(0);
    expect(await inspector.dead()).toBe(false);
  });

  test('queues an event of N+1 that only its consumer handles until that starts, and events of N after a rollback', async () => {
    const { next, start, startPublisher, effects, inspector } = await createService();
    const first = await start(next);
    const publisher = await startPublisher(next);
    await first.stop();
    const renamed = eventOf('subscriber.renamed', { id: randomUUID() });
    await publisher.publish(renamed);
    const second = await start(next);
    await eventually(async () => (await effects()).get(renamed.id)?.version === 'N+1', 'the event of N+1');
    await second.stop();

    // After the rollback, N binds the event that N+1 had retired.
    await start(N);
    const entered = eventOf('panel.entered', { role: 'affiliate', subjectId: randomUUID(), device: '' });
    await publisher.publish(entered);
    await eventually(async () => (await effects()).get(entered.id)?.version === 'N', 'the event of N');
    expect(await inspector.dead()).toBe(false);
  });

  test('drops an event that N+1 has retired, and dead-letters after its retries one that no running version handles', async () => {
    const { next, start, startPublisher, effects, inspector } = await createService();
    const former = await start(N);
    await former.stop();
    const publisher = await startPublisher(N);
    const entered = eventOf('panel.entered', { role: 'affiliate', subjectId: randomUUID(), device: '' });
    await publisher.publish(entered);
    const consumer = await start(next);
    await eventually(async () => (await inspector.waiting()) === 0, 'an empty queue');
    await consumer.stop();
    await expect(
      publisher.publish(eventOf('panel.entered', { role: 'affiliate', subjectId: randomUUID(), device: '' })),
    ).rejects.toThrow(UnroutableMessage);
    // A publisher of N+1 has the event in its retired list, so that a missing consumer is no error.
    await (
      await startPublisher(next)
    ).publish(eventOf('panel.entered', { role: 'affiliate', subjectId: randomUUID(), device: '' }));
    expect(await inspector.waiting()).toBe(0);

    const renamed = eventOf('subscriber.renamed', { id: randomUUID() });
    await (await startPublisher(next)).publish(renamed);
    await eventually(async () => (await inspector.waiting()) === 1, 'the event in the queue');
    await start(N);
    const letter = await eventually(inspector.dead, 'the dead letter');
    expect(letter.event).toEqual(renamed);
    expect(letter.headers).toMatchObject({ 'x-attempt': RETRY_DELAYS.length + 1 });
    expect(await effects()).toEqual(new Map());
  });
});

describe('an update of a model', () => {
  const read = createEventReader({ events: EVENTS, versions: EVENT_VERSIONS });
  const { assets: _assets, ...facts } = modelFacts();
  const assets = [{ id: randomUUID(), access: 'locked' as const }];
  const assetChanges = { used: assets, unused: [randomUUID()] };
  const readData = (data: object, version: number) => read(eventOf('model.updated', data, version)).data;

  test('is read as version 1 published it, with all assets, and as version 2 does, with all or with what has changed', () => {
    expect(readData({ ...facts, assets }, 1)).toEqual({ ...facts, assets });
    expect(readData({ ...facts, assets, contentCount: 1 }, 2)).toEqual({ ...facts, assets, contentCount: 1 });
    expect(readData({ ...facts, assetChanges, contentCount: 1 }, 2)).toEqual({
      ...facts,
      assetChanges,
      contentCount: 1,
    });
  });

  test('is rejected with both, with neither, and left to a later release in a later version', () => {
    for (const data of [facts, { ...facts, assets, assetChanges }])
      expect(() => readData(data, 2)).toThrow('Invalid input');
    expect(() => readData({ ...facts, assets }, 3)).toThrow(UnsupportedEvent);
    const former = createEventReader({ events: EVENTS, versions: {} });
    expect(() => former(eventOf('model.updated', { ...facts, assetChanges }, 2))).toThrow(UnsupportedEvent);
  });
});
