import { randomUUID } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import { connect } from 'amqplib';
import type { Channel, ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { EVENTS, EVENT_VERSIONS, EXCHANGE, QUEUES, RETIRED_BINDINGS, envelope } from 'contracts/events';
import type { Event, EventName } from 'contracts/events';
import { createDependencies } from './dependencies.ts';
import type { Dependencies } from './dependencies.ts';
import type { Logger } from './logger.ts';
import type { ReadinessChecks } from './management.ts';
import { createEventReader, UnsupportedEvent } from './event-reader.ts';
import type { Envelope, EventContract } from './event-reader.ts';
import {
  deadQueue,
  declareMissingQueues,
  declareQueue,
  MAX_DELIVERIES,
  RETRY_DELAYS_MS,
  retryQueue,
} from './queues.ts';
import { withContext } from './request-context.ts';
import { childTraceparent } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';
import { inSpan } from './tracing.ts';
import { isDatabaseUnavailable } from './unavailable-database.ts';

/** Handlers of the events that a service consumes; an event whose handler throws is retried. */
export type Listeners = { [Name in EventName]?: (event: Event<Name>) => Promise<void> };

const ATTEMPT_HEADER = 'x-attempt';
/** Of a dead letter: why it is one. */
const REASON_HEADER = 'x-reason';
/** The broker's count of the deliveries before this one. */
const DELIVERY_HEADER = 'x-delivery-count';

/** An event that no further attempt helps: its listener has recorded what follows, and the dead letter keeps the reason. */
export class HopelessEvent extends Error {
  /** Without personal data. */
  readonly reason: string;
  constructor(reason: string) {
    super(`no further attempt helps: ${reason}`);
    this.name = 'HopelessEvent';
    this.reason = reason;
  }
}
/** Thrown by `publish` without a connection, whatever the event. */
export class BrokerUnreachable extends Error {
  constructor() {
    super('no connection to the broker');
    this.name = 'BrokerUnreachable';
  }
}
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
  dependencies: Dependencies;
  /** After each (re)connection, before the first event: what was missed meanwhile is not in an exclusive queue. */
  onConnected?: (() => void) | undefined;
}

interface SubscribeOptions {
  /** Events handled at the same time. */
  prefetch?: number;
  /** While one of these checks fails, the events of a durable queue wait in it and spend no attempt. */
  dependencies?: ReadinessChecks;
  onConnected?: () => void;
}

/** How a subscription reads its queue on the present connection; no tag while it is paused. */
interface Consumer {
  channel: Channel;
  queue: string;
  tag: string | null;
}

interface BusOptions {
  url: string;
  logger: Logger;
  metrics?: Metrics;
  exchange?: string;
  queues?: Readonly<Record<string, readonly string[]>>;
  retryDelays?: readonly number[];
  contract?: EventContract & { retired: Readonly<Partial<Record<string, readonly string[]>>> };
}

const CONTRACT = { events: EVENTS, versions: EVENT_VERSIONS, retired: RETIRED_BINDINGS };

/**
 * The broker: publishes with confirms, consumes with retry and dead letters, and reconnects by itself.
 * @param exchange another topic exchange than the platform's, for tests
 * @param queues what a publisher declares where it is missing: each durable queue and the names of the events that reach it
 * @param retryDelays milliseconds before each further attempt, for tests
 * @param contract the events of another version of the platform, for tests
 */
export const createBus = ({
  url,
  logger,
  metrics,
  exchange = EXCHANGE,
  queues = QUEUES,
  retryDelays = RETRY_DELAYS_MS,
  contract = CONTRACT,
}: BusOptions) => {
  const topology = { exchange, retryDelays };
  const readEvent = createEventReader(contract);
  const retiredNames = (queue: string | null) => (queue === null ? [] : (contract.retired[queue] ?? []));
  const subscriptions: Subscription[] = [];
  const consuming = new Set<Promise<void>>();
  const consumers = new Map<Subscription, Consumer>();
  /** Subscriptions that wait for a dependency, each with the end of its deliveries. */
  const paused = new Map<Subscription, Promise<unknown>>();
  const shutdown = new AbortController();
  let connection: ChannelModel | null = null;
  let publisher: ConfirmChannel | null = null;
  /** Everything is declared and consumed. */
  let ready = false;
  let closing = false;
  let hasDeclaredQueues = false;
  let connectionWaiters: (() => void)[] = [];
  let retryTimer: NodeJS.Timeout | undefined;

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

  const sendCopy = async (queue: string, message: ConsumeMessage, headers: Record<string, unknown> = {}) => {
    if (!publisher) throw new BrokerUnreachable();
    await send(
      publisher,
      { exchange: '', key: queue },
      message.content,
      { ...message.properties.headers, ...headers },
      message.properties.messageId as string | undefined,
    );
  };

  /** The copy for later is confirmed before the original is acknowledged: a crash between doubles an event, never loses it. */
  const postpone = async (queue: string, message: ConsumeMessage, hopeless: string | null) => {
    const attempt = Number(message.properties.headers?.[ATTEMPT_HEADER] ?? 0);
    const delay = retryDelays[attempt];
    const isDead = hopeless !== null || delay === undefined;
    await sendCopy(isDead ? deadQueue(queue) : retryQueue(queue, delay), message, {
      [ATTEMPT_HEADER]: attempt + 1,
      ...(isDead && { [REASON_HEADER]: hopeless ?? 'every attempt failed' }),
    });
    return isDead ? 'dead' : 'retried';
  };

  /** Ends the deliveries of a queue until what its listeners depend on is available. */
  const pauseConsumer = (subscription: Subscription, reason: string) => {
    const cancel = async () => {
      logger.warn({ queue: subscription.queue, reason }, 'consumer paused');
      const consumer = consumers.get(subscription);
      if (!consumer || consumer.tag === null) return;
      const { channel, tag } = consumer;
      consumer.tag = null;
      await channel.cancel(tag);
    };
    const resume = async () => {
      await subscription.dependencies.recovered(shutdown.signal);
      paused.delete(subscription);
      logger.info({ queue: subscription.queue }, 'consumer resumed');
      const consumer = consumers.get(subscription);
      if (consumer) await readQueue(subscription, consumer);
    };
    const cancelled = paused.get(subscription) ?? cancel();
    if (!paused.has(subscription)) {
      paused.set(subscription, cancelled);
      // A connection that breaks meanwhile is opened again with all of its consumers.
      resume().catch((error: unknown) => logger.debug({ err: error }, 'consumer not resumed on this connection'));
    }
    return cancelled;
  };

  /** A former primary responds to a check, and rejects writes: what the event failed with counts as well. */
  const reasonToPause = async ({ dependencies }: Subscription, error: unknown): Promise<string | null> =>
    (await dependencies.findUnavailable()) ?? (isDatabaseUnavailable(error) ? (error as Error).message : null);

  /**
   * Postpones an event that failed. Where a dependency is unavailable, the event returns to its queue as a copy, so that
   * neither its attempts nor the redeliveries that the broker counts are spent.
   */
  const recover = async (
    subscription: Subscription,
    queue: string,
    message: ConsumeMessage,
    { hopeless, error }: { hopeless: string | null; error: unknown },
  ) => {
    const unavailable = hopeless === null ? await reasonToPause(subscription, error) : null;
    if (unavailable === null) return postpone(queue, message, hopeless);
    await pauseConsumer(subscription, unavailable);
    await sendCopy(queue, message);
    return 'returned';
  };

  /** Calls the listener of an event. @throws UnsupportedEvent where only another version of this service handles it */
  const dispatch = async ({ listeners }: Subscription, incoming: Envelope) => {
    const event = readEvent(incoming);
    const { id, name, traceparent, actor } = event;
    const listener = listeners[name] as ((event: Event) => Promise<void>) | undefined;
    if (!listener) throw new UnsupportedEvent(incoming);
    await inSpan(
      `process ${name}`,
      { kind: SpanKind.CONSUMER, attributes: { ...MESSAGING, 'messaging.message.id': id }, from: { traceparent } },
      (span) =>
        withContext({ requestId: id, traceparent: span?.traceparent ?? childTraceparent(traceparent), actor }, () =>
          listener(event),
        ),
    );
  };

  const handle = async (channel: Channel, subscription: Subscription, message: ConsumeMessage) => {
    const { queue } = subscription;
    let incoming: Envelope | undefined;
    try {
      incoming = envelope.parse(JSON.parse(message.content.toString('utf8')));
      if (queue !== null && Number(message.properties.headers?.[DELIVERY_HEADER] ?? 0) >= MAX_DELIVERIES)
        throw new HopelessEvent('every process that had it ended');
      const { name, occurredAt } = incoming;
      if (!retiredNames(queue).includes(name)) await dispatch(subscription, incoming);
      metrics?.events.inc({ name, outcome: 'done' });
      metrics?.eventLag.observe({ name }, Math.max(0, Date.now() - Date.parse(occurredAt)) / 1000);
    } catch (error) {
      logger.error({ err: error, event: incoming?.name, eventId: incoming?.id }, 'event handling failed');
      if (queue !== null) {
        const hopeless = incoming === undefined ? 'unreadable' : error instanceof HopelessEvent ? error.reason : null;
        const outcome = await recover(subscription, queue, message, { hopeless, error });
        metrics?.events.inc({ name: incoming?.name ?? 'unreadable', outcome });
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

  const readQueue = async (subscription: Subscription, consumer: Consumer) => {
    const { channel, queue } = consumer;
    const receive = (message: ConsumeMessage | null) => {
      if (!message) return;
      const done = handle(channel, subscription, message).catch((error: unknown) => requeue(channel, message, error));
      consuming.add(done);
      void done.finally(() => consuming.delete(done));
    };
    // Known before the broker confirms it: the first event may fail, and pause the consumer, earlier.
    consumer.tag = randomUUID();
    await channel.consume(queue, receive, { consumerTag: consumer.tag });
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
    const consumer = { channel, queue, tag: null };
    consumers.set(subscription, consumer);
    if (!paused.has(subscription)) await readQueue(subscription, consumer);
  };

  const open = async () => {
    const opened = await connect(withHeartbeat(url), { timeout: 5_000 });
    opened.on('error', (error: Error) => logger.warn({ err: error }, 'connection to the broker lost'));
    opened.on('close', () => {
      if (connection !== opened) return;
      connection = null;
      publisher = null;
      ready = false;
      consumers.clear();
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
    await channel.assertExchange(exchange, 'topic', { durable: true });
    for (const { queue, listeners } of subscriptions)
      if (queue !== null)
        await declareQueue(opened, channel, topology, {
          queue,
          names: Object.keys(listeners),
          retired: retiredNames(queue),
        });
    await declareMissingQueues(opened, channel, topology, queues);
    hasDeclaredQueues = true;
    // Before the first event is consumed: one that fails is published again.
    publisher = channel;
    for (const subscription of subscriptions) await consume(opened, subscription);
    ready = true;
    for (const resolve of connectionWaiters) resolve();
    connectionWaiters = [];
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
      { prefetch = 20, dependencies = {}, onConnected }: SubscribeOptions = {},
    ): void => {
      const handled = Object.keys(listeners);
      const declared = queue === null ? handled : (queues[queue] ?? []);
      if (new Set([...handled, ...declared]).size > Math.min(handled.length, declared.length))
        throw new Error(`${queue} is declared for ${declared.join(', ')}, and listens to ${handled.join(', ')}`);
      subscriptions.push({ queue, listeners, prefetch, dependencies: createDependencies(dependencies), onConnected });
    },
    /** Starts connecting, without waiting for the broker. */
    start: () => reconnect(0),
    /** Resolves once connected with everything declared. */
    connected: () => (ready ? Promise.resolve() : new Promise<void>((resolve) => void connectionWaiters.push(resolve))),
    isConnected: () => ready,
    /** Readiness check. @throws until the queues have been declared once: from then on they collect events, also while this process is down */
    requireDeclaredQueues: (): void => {
      if (!hasDeclaredQueues) throw new Error('the queue is not declared yet');
    },
    /**
     * Publishes one event; resolves once the broker has confirmed it.
     * @throws BrokerUnreachable without a connection; Error without a confirmation within 10 s
     */
    publish: async (event: Event): Promise<void> => {
      if (!publisher) throw new BrokerUnreachable();
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
      shutdown.abort();
      await Promise.allSettled(
        [...consumers.values()].map(async ({ channel, tag }) => tag !== null && channel.cancel(tag)),
      );
      await Promise.allSettled([...consuming]);
      await connection?.close().catch((error: Error) => logger.debug({ err: error }, 'connection already closed'));
    },
  };
};
export type Bus = ReturnType<typeof createBus>;
