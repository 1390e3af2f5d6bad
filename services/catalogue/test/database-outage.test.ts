import { randomUUID } from 'node:crypto';
import { createBus } from 'service-kit/bus';
import { createEventService } from 'service-kit/event-service';
import { createLogger } from 'service-kit/logger';
import { createEvent } from 'service-kit/outbox';
import { createMetrics } from 'service-kit/telemetry';
import { createBrokerLine, rabbitUrl } from 'testing/broker-line';
import { inspectQueue } from 'testing/inspect-queue';
import { eventually } from 'testing/eventually';
import { createHarness } from './harness.ts';

const RETRY_DELAYS = [20, 40];
const EVENTS = 60;

test('the catalogue pauses its consumer while MongoDB is unreachable, continues by itself, and still dead-letters a poison event', async () => {
  const harness = await createHarness();
  const line = await createBrokerLine(harness.url, 27017);
  const replica = await harness.createReplica(line.url);
  const name = `test-${randomUUID()}`;
  const logger = createLogger('outage-test', 'silent');
  const metrics = createMetrics('outage-test');
  const listeners = {
    ...replica.listeners,
    'subscription.expired': async () => {
      throw new Error('never');
    },
  };
  const bus = createBus({
    url: rabbitUrl(),
    logger,
    metrics,
    exchange: name,
    queues: { [name]: Object.keys(listeners) },
    retryDelaysMs: RETRY_DELAYS,
  });
  const { workers = [] } = createEventService({
    name,
    app: { ...replica, listeners },
    bus,
    tokens: { worker: { start: () => undefined, stop: async () => undefined }, readiness: {} },
    logger,
    metrics,
  });
  const queue = await inspectQueue(name, RETRY_DELAYS);
  const entitled = () => harness.mongo.connection.collection('entitlements').countDocuments();
  const outcomes = async () =>
    Object.fromEntries((await metrics.events.get()).values.map(({ labels, value }) => [labels.outcome, value]));
  for (const worker of workers) worker.start();
  await bus.connected();
  try {
    line.cut();
    const poison = createEvent('subscription.expired', { subscriberId: randomUUID(), paidUntil: null }, 1);
    await bus.publish(poison);
    for (let count = 0; count < EVENTS; count += 1)
      await bus.publish(createEvent('subscription.activated', { subscriberId: randomUUID(), paidUntil: null }, 1));
    await eventually(async () => (await queue.consumers()) === 0, 'the consumer is paused');
    await eventually(async () => (await queue.waiting()) === EVENTS + 1, 'all events are in the queue again');
    expect(await outcomes()).not.toHaveProperty('retried');
    expect(await queue.dead()).toBe(false);

    line.restore();
    await eventually(async () => (await entitled()) === EVENTS, 'every event is applied');
    const letter = await eventually(queue.dead, 'the poison event is dead');
    expect(letter.event).toEqual(poison);
    expect(await outcomes()).toMatchObject({ retried: RETRY_DELAYS.length, dead: 1 });
  } finally {
    for (const worker of workers) await worker.stop();
    await queue.remove();
    await replica.close();
    await line.close();
    await harness.close();
  }
});
