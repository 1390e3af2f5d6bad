import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { connect } from 'amqplib';
import type { Channel } from 'amqplib';
import { UnroutableMessage } from '../src/broker-connection.ts';
import { createBus } from '../src/bus.ts';
import { UnretryableEvent } from '../src/event-dispatch.ts';
import type { Listeners } from '../src/event-dispatch.ts';
import { createLogger } from '../src/logger.ts';
import { createEvent } from '../src/outbox.ts';
import { deadQueue, MAX_DELIVERIES, retryQueue } from '../src/queues.ts';
import { createMetrics } from '../src/telemetry.ts';
import type { Metrics } from '../src/telemetry.ts';
import { createBrokerLine, rabbitUrl } from 'testing/broker-line';
import { eventually } from 'testing/eventually';

const logger = createLogger('bus-test', 'silent');
const RETRY_DELAYS_MS = [20, 40];
const cleanups: (() => Promise<unknown>)[] = [];

const started = async (listeners: Listeners, url = rabbitUrl(), metrics?: Metrics, name = `test-${randomUUID()}`) => {
  const connection = await connect(rabbitUrl());
  const inspector: Channel = await connection.createChannel();
  const bus = createBus({
    url,
    logger,
    exchange: name,
    queues: { [name]: Object.keys(listeners) },
    retryDelaysMs: RETRY_DELAYS_MS,
    ...(metrics && { metrics }),
  });
  bus.subscribe(name, listeners);
  bus.start();
  await bus.connected();
  cleanups.push(async () => {
    await bus.stop();
    for (const queue of [name, deadQueue(name), ...RETRY_DELAYS_MS.map((delay) => retryQueue(name, delay))])
      await inspector.deleteQueue(queue);
    await inspector.deleteExchange(name);
    await connection.close();
  });
  return { bus, name, inspector };
};

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Delivers a queue's message to one connection after another, each of which closes without acknowledging it. */
const endingWith = async (queue: string, times: number) => {
  for (let time = 0; time < times; time += 1) {
    const connection = await connect(rabbitUrl());
    const channel = await connection.createChannel();
    await eventually(() => channel.get(queue), `delivery ${time + 1}`);
    await connection.close();
  }
};

const erased = (id: string = randomUUID(), revision = 1) => createEvent('subscriber.erased', { id }, revision);

describe('the bus', () => {
  test('delivers a published event to its listener once and unchanged', async () => {
    const seen: unknown[] = [];
    const { bus, name, inspector } = await started({ 'subscriber.erased': async (event) => void seen.push(event) });
    const event = erased();
    await bus.publish(event);
    await eventually(() => seen.length > 0, 'the event');
    await bus.stop();
    expect(seen).toEqual([event]);
    expect((await inspector.checkQueue(name)).messageCount).toBe(0);
  });

  test('acknowledges every event that it has handled before it stops', async () => {
    const handled = Promise.withResolvers<void>();
    let begun = 0;
    const { bus, name, inspector } = await started({
      'subscriber.erased': async () => {
        begun += 1;
        await handled.promise;
      },
    });
    for (let sent = 0; sent < 20; sent += 1) await bus.publish(erased());
    await eventually(() => begun === 20, 'the events');
    const stopped = bus.stop();
    await inspector.checkQueue(name);
    handled.resolve();
    await stopped;
    // Messages that return to a queue are delivered first.
    inspector.sendToQueue(name, Buffer.from('next'));
    const next = await eventually(() => inspector.get(name, { noAck: true }), 'the next message');
    expect(next.content.toString()).toBe('next');
  });

  test('counts events where they begin and end, with the time between', async () => {
    const metrics = createMetrics('bus-test');
    const { bus } = await started({ 'subscriber.erased': async () => undefined }, rabbitUrl(), metrics);
    await bus.publish({ ...erased(), occurredAt: new Date(Date.now() - 7_000).toISOString() });
    const doneOnce = async () =>
      (await metrics.events.get()).values.some(
        ({ labels, value }) => labels.name === 'subscriber.erased' && labels.outcome === 'done' && value === 1,
      );
    await eventually(doneOnce, 'the count');
    expect((await metrics.published.get()).values.filter(({ value }) => value > 0)).toEqual([
      { labels: { name: 'subscriber.erased' }, value: 1 },
    ]);
    expect(
      (await metrics.eventLag.get()).values.find(({ metricName }) => metricName === 'event_lag_seconds_sum')?.value,
    ).toBeGreaterThanOrEqual(7);
  });

  test('declares a durable quorum queue for a service', async () => {
    const { name } = await started({});
    const other = await connect(rabbitUrl());
    const channel = await other.createChannel();
    channel.on('error', () => undefined);
    // A queue can be declared again only with the same arguments.
    await expect(
      channel.assertQueue(name, {
        durable: true,
        arguments: {
          'x-queue-type': 'quorum',
          'x-delivery-limit': MAX_DELIVERIES,
          'x-dead-letter-exchange': '',
          'x-dead-letter-routing-key': deadQueue(name),
          'x-dead-letter-strategy': 'at-least-once',
          'x-overflow': 'reject-publish',
        },
      }),
    ).resolves.toMatchObject({ queue: name });
    await expect(
      channel.assertQueue(name, { durable: true, arguments: { 'x-queue-type': 'classic' } }),
    ).rejects.toThrow(/PRECONDITION/);
    await other.close();
  });

  test('retries an event after a delay when its listener throws twice, and completes it at the third attempt', async () => {
    const attempts: string[] = [];
    const { bus, name, inspector } = await started({
      'subscriber.erased': async ({ id }) => {
        attempts.push(id);
        if (attempts.length < 3) throw new Error('not now');
      },
    });
    const event = erased();
    await bus.publish(event);
    await eventually(() => attempts.length === 3, 'three attempts');
    expect(attempts).toEqual([event.id, event.id, event.id]);
    expect((await inspector.checkQueue(deadQueue(name))).messageCount).toBe(0);
  });

  test('dead-letters an event whose listener always throws, with its attempts', async () => {
    let attempts = 0;
    const { bus, name, inspector } = await started({
      'subscriber.erased': async () => {
        attempts += 1;
        throw new Error('never');
      },
    });
    const event = erased();
    await bus.publish(event);
    const dead = await eventually(() => inspector.get(deadQueue(name), { noAck: true }), 'the dead letter');
    expect(attempts).toBe(RETRY_DELAYS_MS.length + 1);
    expect(JSON.parse(dead.content.toString())).toEqual(event);
    expect(dead.properties.headers).toMatchObject({
      'x-attempt': RETRY_DELAYS_MS.length + 1,
      'x-reason': 'every attempt failed',
    });
  });

  test('has the broker move what ends every process that has it to the dead letters', async () => {
    const { bus, name, inspector } = await started({ 'subscriber.erased': async () => undefined });
    await bus.stop();
    const event = erased();
    inspector.sendToQueue(name, Buffer.from(JSON.stringify(event)), { persistent: true });
    await endingWith(name, MAX_DELIVERIES + 1);
    const dead = await eventually(() => inspector.get(deadQueue(name), { noAck: true }), 'the dead letter');
    expect(JSON.parse(dead.content.toString())).toEqual(event);
    expect(dead.properties.headers?.['x-death']).toMatchObject([{ reason: 'delivery_limit' }]);
  });

  test('counts itself where a former version has declared the queue without a limit', async () => {
    const name = `test-${randomUUID()}`;
    const connection = await connect(rabbitUrl());
    cleanups.push(() => connection.close());
    const inspector = await connection.createChannel();
    await inspector.assertQueue(name, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    const event = erased();
    inspector.sendToQueue(name, Buffer.from(JSON.stringify(event)), { persistent: true });
    await endingWith(name, MAX_DELIVERIES);
    const seen: string[] = [];
    await started({ 'subscriber.erased': async ({ id }) => void seen.push(id) }, rabbitUrl(), undefined, name);
    const dead = await eventually(() => inspector.get(deadQueue(name), { noAck: true }), 'the dead letter');
    expect(dead.properties.headers).toMatchObject({ 'x-reason': 'every process that had it ended' });
    expect(seen).toEqual([]);
  });

  test('dead-letters an event without hope at once, with its reason', async () => {
    const { bus, name, inspector } = await started({
      'subscriber.erased': () => Promise.reject(new UnretryableEvent('ended its worker')),
    });
    await bus.publish(erased());
    const dead = await eventually(() => inspector.get(deadQueue(name), { noAck: true }), 'the dead letter');
    expect(dead.properties.headers).toMatchObject({ 'x-attempt': 1, 'x-reason': 'ended its worker' });
  });

  test('delivers the events behind a failing one without delay', async () => {
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
    await eventually(() => done.includes(good.id), 'the good event');
    expect(done).toEqual([good.id]);
  });

  test('dead-letters an unreadable message at once, and stops nothing else', async () => {
    const seen: string[] = [];
    const { bus, name, inspector } = await started({ 'subscriber.erased': async ({ id }) => void seen.push(id) });
    inspector.publish(name, 'subscriber.erased', Buffer.from('not json'));
    const dead = await eventually(() => inspector.get(deadQueue(name), { noAck: true }), 'the dead letter');
    expect(dead.content.toString()).toBe('not json');
    const event = erased();
    await bus.publish(event);
    await eventually(() => seen.includes(event.id), 'the next event');
  });

  test('gives up a broker that vanishes, rejects what is published meanwhile, and connects again', async () => {
    const line = await createBrokerLine();
    cleanups.push(line.close);
    const seen: string[] = [];
    const { bus } = await started({ 'subscriber.erased': async ({ id }) => void seen.push(id) }, line.url);
    line.silence();
    await expect(bus.publish(erased())).rejects.toThrow('the broker did not confirm in time');
    // The broker misses two heartbeats first.
    await eventually(() => !bus.isConnected(), 'the end of the silent connection', 40_000);
    line.resume();
    await bus.connected();
    const event = erased();
    await bus.publish(event);
    await eventually(() => seen.includes(event.id), 'the event over the new connection');
  }, 80_000);

  test('delivers an event again after the reconnection when the connection breaks while it is handled', async () => {
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
    await eventually(() => seen.length === 1, 'the first delivery');
    line.breakAll();
    await eventually(() => !bus.isConnected(), 'the break to be noticed');
    await bus.connected();
    await eventually(() => seen.length === 2, 'the second delivery');
    release();
    expect(seen).toEqual([event.id, event.id]);
    await eventually(async () => (await inspector.checkQueue(name)).messageCount === 0, 'an empty queue');
  });

  test('fails to publish while the broker is unavailable, and publishes once it is back', async () => {
    const line = await createBrokerLine();
    cleanups.push(line.close);
    const seen: string[] = [];
    const { bus } = await started({ 'subscriber.erased': async ({ id }) => void seen.push(id) }, line.url);
    line.cut();
    await eventually(() => !bus.isConnected(), 'the break to be noticed');
    await expect(bus.publish(erased())).rejects.toThrow('no connection to the broker');
    line.restore();
    await bus.connected();
    const event = erased();
    await bus.publish(event);
    await eventually(() => seen.includes(event.id), 'the event');
  });

  test('queues events on a new broker for a consumer that starts later', async () => {
    const name = `test-${randomUUID()}`;
    const later = `${name}-later`;
    const options = {
      url: rabbitUrl(),
      logger,
      exchange: name,
      queues: { [later]: ['subscriber.erased'] },
      retryDelaysMs: RETRY_DELAYS_MS,
    };
    const [publisher, listener] = [createBus(options), createBus(options)];
    cleanups.push(async () => {
      await Promise.all([publisher.stop(), listener.stop()]);
      const connection = await connect(rabbitUrl());
      const channel = await connection.createChannel();
      for (const queue of [later, deadQueue(later), ...RETRY_DELAYS_MS.map((delay) => retryQueue(later, delay))])
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
    await eventually(() => seen.length > 0, 'the event');
    expect(seen).toEqual([event.id]);
  });

  test('declares its queue again, and consumes it, when the queue is deleted', async () => {
    const seen: string[] = [];
    const { bus, name, inspector } = await started({ 'subscriber.erased': async ({ id }) => void seen.push(id) });
    await inspector.deleteQueue(name);
    await eventually(() => !bus.isConnected(), 'the end of the connection');
    await bus.connected();
    const event = erased();
    await bus.publish(event);
    await eventually(() => seen.length > 0, 'the event');
    expect(seen).toEqual([event.id]);
  });

  test('declares a deleted retry queue again, and retries the event that was to wait in it', async () => {
    const seen: string[] = [];
    const { bus, name, inspector } = await started({
      'subscriber.erased': async ({ id }) => {
        seen.push(id);
        if (seen.length < 3) throw new Error('not now');
      },
    });
    await inspector.deleteQueue(retryQueue(name, 20));
    const event = erased();
    await bus.publish(event);
    await eventually(() => seen.length === 3, 'the attempt after the delay');
    expect(seen).toEqual([event.id, event.id, event.id]);
    expect((await inspector.checkQueue(deadQueue(name))).messageCount).toBe(0);
  });

  test('rejects what reaches no queue where one is declared for it, of several messages at once only those', async () => {
    const { bus, name, inspector } = await started({
      'subscriber.erased': async () => undefined,
      'panel.entered': async () => undefined,
    });
    await inspector.unbindQueue(name, name, 'subscriber.erased');
    const entered = () => createEvent('panel.entered', { role: 'affiliate', subjectId: randomUUID(), device: '' }, 1);
    const unconsumed = createEvent('contract.requested', {} as never, 1);
    const outcomes = await Promise.allSettled([entered(), erased(), entered(), erased(), unconsumed].map(bus.publish));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(UnroutableMessage);
  });

  test('reports each connection to a process with a queue of its own, which is deleted with it', async () => {
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
    await eventually(() => !bus.isConnected(), 'the break to be noticed');
    await bus.connected();
    expect(connections).toBe(2);
    const event = erased();
    await bus.publish(event);
    await eventually(() => seen.length > 0, 'the event');
    expect(seen).toEqual([event.id]);
  });
});
