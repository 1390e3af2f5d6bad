import { SpanKind } from '@opentelemetry/api';
import { connect } from 'amqplib';
import type { Channel, ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { EVENTS, EXCHANGE, QUEUES, envelope } from 'contracts/events';
import type { Event, EventName } from 'contracts/events';
import type { Logger } from './logger.ts';
import { deadQueue, declareQueues, RETRY_DELAYS, retryQueue } from './queues.ts';
import { withContext } from './request-context.ts';
import { childTraceparent } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';
import { inSpan } from './tracing.ts';

/** Handlers of the events that a service consumes; an event whose handler throws is retried. */
export type Listeners = { [Name in EventName]?: (event: Event<Name>) => Promise<void> };

const ATTEMPT_HEADER = 'x-attempt';
const PUBLISH_TIMEOUT_MS = 10_000;
const RECONNECT_DELAY_MS = { first: 250, max: 2_000 } as const;

const MESSAGING = { 'messaging.system': 'rabbitmq' } as const;

/** Seconds after which a silent connection counts as broken. */
const withHeartbeat = (url: string): string => {
  const broker = new URL(url);
  broker.searchParams.set('heartbeat', '10');
  return broker.href;
};

interface Subscription {
  /** A durable quorum queue of this name shared by all replicas, or null for an exclusive one of this process alone. */
  queue: string | null;
  listeners: Listeners;
  prefetch: number;
  /** After each (re)connection, before the first event: what was missed meanwhile is not in an exclusive queue. */
  onConnected?: (() => void) | undefined;
}

interface BusOptions {
  url: string;
  logger: Logger;
  metrics?: Metrics;
  exchange?: string;
  queues?: Readonly<Record<string, readonly string[]>>;
  retryDelays?: readonly number[];
}

/**
 * The broker: publishes with confirms, consumes with retry and dead letters, and reconnects by itself.
 * @param exchange another topic exchange than the platform's, for tests
 * @param queues what is declared before the first event: each durable queue and the names of the events that reach it
 * @param retryDelays milliseconds before each further attempt, for tests
 */
export const createBus = ({
  url,
  logger,
  metrics,
  exchange = EXCHANGE,
  queues = QUEUES,
  retryDelays = RETRY_DELAYS,
}: BusOptions) => {
  const subscriptions: Subscription[] = [];
  const consuming = new Set<Promise<void>>();
  const consumers: { channel: Channel; tag: string }[] = [];
  let connection: ChannelModel | null = null;
  let publisher: ConfirmChannel | null = null;
  /** Everything is declared and consumed. */
  let ready = false;
  let closing = false;
  let hasDeclaredQueues = false;
  let waiting: (() => void)[] = [];
  let retryTimer: NodeJS.Timeout | undefined;

  const read = (message: ConsumeMessage): Event => {
    const { data, ...rest } = envelope.parse(JSON.parse(message.content.toString('utf8')));
    return { ...rest, data: EVENTS[rest.name].parse(data) };
  };

  const send = async (
    channel: ConfirmChannel,
    to: { exchange: string; key: string },
    content: Buffer,
    headers: Record<string, unknown>,
    id?: string,
  ) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the broker did not confirm in time')), PUBLISH_TIMEOUT_MS);
      channel.publish(
        to.exchange,
        to.key,
        content,
        { persistent: true, contentType: 'application/json', headers, ...(id ? { messageId: id } : {}) },
        (error: Error | null) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve();
        },
      );
    });

  /** The copy for later is confirmed before the original is acknowledged: a crash between doubles an event, never loses it. */
  const postpone = async (queue: string, message: ConsumeMessage, dead: boolean) => {
    if (!publisher) throw new Error('no connection to the broker');
    const attempt = Number(message.properties.headers?.[ATTEMPT_HEADER] ?? 0);
    const delay = retryDelays[attempt];
    const target = dead || delay === undefined ? deadQueue(queue) : retryQueue(queue, delay);
    await send(
      publisher,
      { exchange: '', key: target },
      message.content,
      { ...message.properties.headers, [ATTEMPT_HEADER]: attempt + 1 },
      message.properties.messageId as string | undefined,
    );
    return target === deadQueue(queue) ? 'dead' : 'retried';
  };

  const handle = async (channel: Channel, { queue, listeners }: Subscription, message: ConsumeMessage) => {
    let event: Event | undefined;
    try {
      event = read(message);
      const listener = listeners[event.name] as ((event: Event) => Promise<void>) | undefined;
      const { id, name, occurredAt, traceparent, actor } = event;
      if (listener)
        await inSpan(
          `process ${name}`,
          { kind: SpanKind.CONSUMER, attributes: { ...MESSAGING, 'messaging.message.id': id }, from: { traceparent } },
          (span) =>
            withContext({ requestId: id, traceparent: span?.traceparent ?? childTraceparent(traceparent), actor }, () =>
              listener(event as Event),
            ),
        );
      metrics?.events.inc({ name, outcome: 'done' });
      metrics?.eventLag.observe({ name }, Math.max(0, Date.now() - Date.parse(occurredAt)) / 1000);
    } catch (error) {
      logger.error({ err: error, event: event?.name, eventId: event?.id }, 'an event could not be handled');
      if (queue !== null) {
        const outcome = await postpone(queue, message, event === undefined);
        metrics?.events.inc({ name: event?.name ?? 'unreadable', outcome });
      }
    }
    channel.ack(message);
  };

  /** Requeues a message that could neither be handled nor postponed; a closed channel has requeued it already. */
  const requeue = (channel: Channel, message: ConsumeMessage, reason: unknown) => {
    logger.warn({ err: reason }, 'event requeued');
    try {
      channel.nack(message);
    } catch (error) {
      logger.debug({ err: error }, 'channel already closed');
    }
  };

  const consume = async (open: ChannelModel, subscription: Subscription) => {
    const channel = await open.createChannel();
    channel.on('error', (error: Error) => logger.warn({ err: error }, 'consumer channel lost'));
    channel.on('close', () => {
      if (!closing && connection === open)
        open.close().catch((error: Error) => logger.debug({ err: error }, 'connection already closed'));
    });
    await channel.prefetch(subscription.prefetch);
    let { queue } = subscription;
    if (queue === null) {
      ({ queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true }));
      for (const name of Object.keys(subscription.listeners)) await channel.bindQueue(queue, exchange, name);
    }
    subscription.onConnected?.();
    const { consumerTag } = await channel.consume(queue, (message) => {
      if (!message) return;
      const done = handle(channel, subscription, message).catch((error: unknown) => requeue(channel, message, error));
      consuming.add(done);
      void done.finally(() => consuming.delete(done));
    });
    consumers.push({ channel, tag: consumerTag });
  };

  const open = async () => {
    const opened = await connect(withHeartbeat(url), { timeout: 5_000 });
    opened.on('error', (error: Error) => logger.warn({ err: error }, 'connection to the broker lost'));
    opened.on('close', () => {
      if (connection !== opened) return;
      connection = null;
      publisher = null;
      ready = false;
      consumers.length = 0;
      if (!closing) reconnect();
    });
    if (closing) return opened.close();
    connection = opened;
    const channel = await opened.createConfirmChannel();
    channel.on('error', (error: Error) => logger.warn({ err: error }, 'publisher channel lost'));
    channel.on('close', () => {
      if (!closing && connection === opened)
        opened.close().catch((error: Error) => logger.debug({ err: error }, 'connection already closed'));
    });
    await declareQueues(channel, { exchange, queues, retryDelays });
    hasDeclaredQueues = true;
    // Before the first event is consumed: one that fails is published again.
    publisher = channel;
    for (const subscription of subscriptions) await consume(opened, subscription);
    ready = true;
    for (const resolve of waiting) resolve();
    waiting = [];
    logger.info('connected to the broker');
  };

  const reconnect = (delay: number = RECONNECT_DELAY_MS.first) => {
    clearTimeout(retryTimer);
    if (closing) return;
    retryTimer = setTimeout(() => {
      open().catch((error: unknown) => {
        logger.warn({ err: error }, 'connection to the broker failed');
        const broken = connection;
        connection = null;
        broken?.close().catch((closeError: Error) => logger.debug({ err: closeError }, 'connection already closed'));
        reconnect(Math.min(Math.max(delay * 2, RECONNECT_DELAY_MS.first), RECONNECT_DELAY_MS.max));
      });
    }, delay);
  };

  return {
    /**
     * Registers the listeners of a queue; call before `start`.
     * @throws where a durable queue is not declared for exactly the events of its listeners
     */
    subscribe: (
      queue: string | null,
      listeners: Listeners,
      { prefetch = 20, onConnected }: { prefetch?: number; onConnected?: () => void } = {},
    ): void => {
      const handled = Object.keys(listeners);
      const declared = queue === null ? handled : (queues[queue] ?? []);
      if (new Set([...handled, ...declared]).size > Math.min(handled.length, declared.length))
        throw new Error(`${queue} is declared for ${declared.join(', ')}, and listens to ${handled.join(', ')}`);
      subscriptions.push({ queue, listeners, prefetch, onConnected });
    },
    /** Starts connecting, without waiting for the broker. */
    start: () => reconnect(0),
    /** Resolves once connected with everything declared. */
    connected: () => (ready ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push(resolve))),
    isConnected: () => ready,
    /** Readiness check. @throws until the queues have been declared once: from then on they collect events, also while this process is down */
    requireDeclaredQueues: (): void => {
      if (!hasDeclaredQueues) throw new Error('the queue is not declared yet');
    },
    /**
     * Publishes one event; resolves once the broker has confirmed it.
     * @throws without a connection, or without a confirmation within 10 s
     */
    publish: async (event: Event): Promise<void> => {
      if (!publisher) throw new Error('no connection to the broker');
      const channel = publisher;
      await inSpan(
        `publish ${event.name}`,
        { kind: SpanKind.PRODUCER, attributes: { ...MESSAGING, 'messaging.message.id': event.id }, from: event },
        () => send(channel, { exchange, key: event.name }, Buffer.from(JSON.stringify(event)), {}, event.id),
      );
      metrics?.published.inc({ name: event.name });
    },
    /** Stops consuming, waits for the events being handled, and closes the connection. */
    stop: async () => {
      closing = true;
      clearTimeout(retryTimer);
      await Promise.allSettled(consumers.map(({ channel, tag }) => channel.cancel(tag)));
      await Promise.allSettled([...consuming]);
      await connection?.close().catch((error: Error) => logger.debug({ err: error }, 'connection already closed'));
    },
  };
};
export type Bus = ReturnType<typeof createBus>;
