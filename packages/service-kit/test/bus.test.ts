import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import type { Channel } from 'amqplib';
import { createBus } from '../src/bus.ts';
import type { Listeners } from '../src/bus.ts';
import { createLogger } from '../src/logger.ts';
import { createEvent } from '../src/outbox.ts';
import { deadQueue, retryQueue } from '../src/queues.ts';
import { createMetrics } from '../src/telemetry.ts';
import type { Metrics } from '../src/telemetry.ts';
import { createBrokerLine, rabbitUrl } from './broker-line.ts';
import { until } from './until.ts';

const logger = createLogger('bus-test', 'silent');
const RETRY_DELAYS = [20, 40];
const cleanups: (() => Promise<unknown>)[] = [];

const started = async (listeners: Listeners, url = rabbitUrl(), metrics?: Metrics) => {
  const name = `test-${randomUUID()}`;
  const connection = await connect(rabbitUrl());
  const inspector: Channel = await connection.createChannel();
  const bus = createBus({
    url,
    logger,
    exchange: name,
    queues: { [name]: Object.keys(listeners) },
    retryDelays: RETRY_DELAYS,
    ...(metrics && { metrics }),
  });
  bus.subscribe(name, listeners);
  bus.start();
  await bus.connected();
  cleanups.push(async () => {
    await bus.stop();
    for (const queue of [name, deadQueue(name), ...RETRY_DELAYS.map((delay) => retryQueue(name, delay))])
      await inspector.deleteQueue(queue);
    await inspector.deleteExchange(name);
    await connection.close();
  });
  return { bus, name, inspector };
};

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const erased = (id: string = randomUUID(), revision = 1) => createEvent('subscriber.erased', { id }, revision);

describe('the bus', () => {
  test('When an event is published, then its listener receives it once, as it was', async () => {
    const seen: unknown[] = [];
    const { bus, name, inspector } = await started({ 'subscriber.erased': async (event) => void seen.push(event) });
    const event = erased();
    await bus.publish(event);
    await until('the event', () => seen.length > 0);
    await bus.stop();
    expect(seen).toEqual([event]);
    expect((await inspector.checkQueue(name)).messageCount).toBe(0);
  });

  test('When events pass, then they are counted where they begin and end, with the time between', async () => {
    const metrics = createMetrics('bus-test');
    const { bus } = await started({ 'subscriber.erased': async () => undefined }, rabbitUrl(), metrics);
    await bus.publish({ ...erased(), occurredAt: new Date(Date.now() - 7_000).toISOString() });
    const doneOnce = async () =>
      (await metrics.events.get()).values.some(
        ({ labels, value }) => labels.name === 'subscriber.erased' && labels.outcome === 'done' && value === 1,
      );
    await until('the count', doneOnce);
    expect((await metrics.published.get()).values.filter(({ value }) => value > 0)).toEqual([
      { labels: { name: 'subscriber.erased' }, value: 1 },
    ]);
    expect(
      (await metrics.eventLag.get()).values.find(({ metricName }) => metricName === 'event_lag_seconds_sum')?.value,
    ).toBeGreaterThanOrEqual(7);
  });

  test('When a service has a queue, then it is a durable quorum queue', async () => {
    const { name } = await started({});
    const other = await connect(rabbitUrl());
    const channel = await other.createChannel();
    channel.on('error', () => undefined);
    // Declaring it again passes only with the same arguments.
    await expect(
      channel.assertQueue(name, { durable: true, arguments: { 'x-queue-type': 'quorum' } }),
    ).resolves.toMatchObject({ queue: name });
    await expect(
      channel.assertQueue(name, { durable: true, arguments: { 'x-queue-type': 'classic' } }),
    ).rejects.toThrow(/PRECONDITION/);
    await other.close();
  });

  test('When a listener throws twice, then the event comes again after a delay and is done at the third attempt', async () => {
    const attempts: string[] = [];
    const { bus, name, inspector } = await started({
      'subscriber.erased': async ({ id }) => {
        attempts.push(id);
        if (attempts.length < 3) throw new Error('not now');
      },
    });
    const event = erased();
    await bus.publish(event);
    await until('three attempts', () => attempts.length === 3);
    expect(attempts).toEqual([event.id, event.id, event.id]);
    expect((await inspector.checkQueue(deadQueue(name))).messageCount).toBe(0);
  });

  test('When a listener always throws, then the event ends in the dead letters with its attempts', async () => {
    let attempts = 0;
    const { bus, name, inspector } = await started({
      'subscriber.erased': async () => {
        attempts += 1;
        throw new Error('never');
      },
    });
    const event = erased();
    await bus.publish(event);
    const dead = await until('the dead letter', () => inspector.get(deadQueue(name), { noAck: true }));
    expect(attempts).toBe(RETRY_DELAYS.length + 1);
    expect(JSON.parse(dead.content.toString())).toEqual(event);
    expect(dead.properties.headers).toMatchObject({ 'x-attempt': RETRY_DELAYS.length + 1 });
  });

  test('When one event fails, then the ones behind it are not held up', async () => {
    const done: string[] = [];
    const poison = erased();
    const { bus } = await started({
      'subscriber.erased': async ({ id }) => {
        if (id === poison.id) throw new Error('never');
        done.push(id);
      },
    });
    const good = erased();
    await bus.publish(poison);
    await bus.publish(good);
    await until('the good event', () => done.includes(good.id));
    expect(done).toEqual([good.id]);
  });

  test('When a message cannot be read, then it goes to the dead letters at once and nothing else stops', async () => {
    const seen: string[] = [];
    const { bus, name, inspector } = await started({ 'subscriber.erased': async ({ id }) => void seen.push(id) });
    inspector.publish(name, 'subscriber.erased', Buffer.from('not json'));
    const dead = await until('the dead letter', () => inspector.get(deadQueue(name), { noAck: true }));
    expect(dead.content.toString()).toBe('not json');
    const event = erased();
    await bus.publish(event);
    await until('the next event', () => seen.includes(event.id));
  });

  test('When the connection breaks while an event is handled, then it is delivered again after the reconnection', async () => {
    const line = await createBrokerLine();
    cleanups.push(line.close);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const seen: string[] = [];
    const { bus, name, inspector } = await started(
      {
        'subscriber.erased': async ({ id }) => {
          seen.push(id);
          if (seen.length === 1) await held;
        },
      },
      line.url,
    );
    const event = erased();
    await bus.publish(event);
    await until('the first delivery', () => seen.length === 1);
    line.breakAll();
    await until('the break to be noticed', () => !bus.isConnected());
    await bus.connected();
    await until('the second delivery', () => seen.length === 2);
    release();
    expect(seen).toEqual([event.id, event.id]);
    await until('an empty queue', async () => (await inspector.checkQueue(name)).messageCount === 0);
  });

  test('When the broker is away, then publishing fails at once and works again after it is back', async () => {
    const line = await createBrokerLine();
    cleanups.push(line.close);
    const seen: string[] = [];
    const { bus } = await started({ 'subscriber.erased': async ({ id }) => void seen.push(id) }, line.url);
    line.cut();
    await until('the break to be noticed', () => !bus.isConnected());
    await expect(bus.publish(erased())).rejects.toThrow('no connection to the broker');
    line.mend();
    await bus.connected();
    const event = erased();
    await bus.publish(event);
    await until('the event', () => seen.includes(event.id));
  });

  test('When somebody starts later on a new broker, then what was published before waits in its queue', async () => {
    const name = `test-${randomUUID()}`;
    const later = `${name}-later`;
    const options = {
      url: rabbitUrl(),
      logger,
      exchange: name,
      queues: { [later]: ['subscriber.erased'] },
      retryDelays: RETRY_DELAYS,
    };
    const [publisher, listener] = [createBus(options), createBus(options)];
    cleanups.push(async () => {
      await Promise.all([publisher.stop(), listener.stop()]);
      const connection = await connect(rabbitUrl());
      const channel = await connection.createChannel();
      for (const queue of [later, deadQueue(later), ...RETRY_DELAYS.map((delay) => retryQueue(later, delay))])
        await channel.deleteQueue(queue);
      await channel.deleteExchange(name);
      await connection.close();
    });
    publisher.start();
    await publisher.connected();
    const event = erased();
    await publisher.publish(event);
    const seen: string[] = [];
    expect(() => listener.subscribe(later, { 'subscriber.registered': async () => undefined })).toThrow(
      'declared for subscriber.erased',
    );
    listener.subscribe(later, { 'subscriber.erased': async ({ id }) => void seen.push(id) });
    listener.start();
    await until('the event', () => seen.length > 0);
    expect(seen).toEqual([event.id]);
  });

  test('When a process listens for itself alone, then it is told of each connection and its queue goes with it', async () => {
    const line = await createBrokerLine();
    cleanups.push(line.close);
    const name = `test-${randomUUID()}`;
    const bus = createBus({ url: line.url, logger, exchange: name, queues: {} });
    const seen: string[] = [];
    let connections = 0;
    bus.subscribe(
      null,
      { 'subscriber.erased': async ({ id }) => void seen.push(id) },
      { onConnected: () => (connections += 1) },
    );
    bus.start();
    cleanups.push(async () => {
      await bus.stop();
      const connection = await connect(rabbitUrl());
      const channel = await connection.createChannel();
      await channel.deleteExchange(name);
      await connection.close();
    });
    await bus.connected();
    line.breakAll();
    await until('the break to be noticed', () => !bus.isConnected());
    await bus.connected();
    expect(connections).toBe(2);
    const event = erased();
    await bus.publish(event);
    await until('the event', () => seen.length > 0);
    expect(seen).toEqual([event.id]);
  });
});
