import { randomUUID } from 'node:crypto';
import { SpanKind } from '@opentelemetry/api';
import type { Channel, ConsumeMessage } from 'amqplib';
import { envelope } from 'contracts/events';
import type { Event, EventName } from 'contracts/events';
import { UnroutableMessage } from './broker-connection.ts';
import type { BrokerConnection } from './broker-connection.ts';
import { createDependencies } from './dependencies.ts';
import { UnsupportedEvent } from './event-reader.ts';
import type { Envelope } from './event-reader.ts';
import type { Logger } from './logger.ts';
import type { ReadinessChecks } from './management.ts';
import { deadQueue, MAX_DELIVERIES, retryQueue } from './queues.ts';
import { withContext } from './request-context.ts';
import { childTraceparent } from './telemetry.ts';
import type { Metrics } from './telemetry.ts';
import { inSpan, messageAttributes } from './tracing.ts';
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

export interface SubscribeOptions {
  /** Events handled at the same time. */
  prefetch?: number;
  /** While one of these checks fails, the events of a durable queue wait in it and spend no attempt. */
  dependencies?: ReadinessChecks;
  /** After each (re)connection, before the first event: what was missed meanwhile is not in an exclusive queue. */
  onConnected?: () => void;
}

interface EventConsumerOptions extends SubscribeOptions {
  /** A durable queue of this name shared by all replicas, or null for an exclusive one of this process alone. */
  queue: string | null;
  listeners: Listeners;
  /** Names that a former version consumed: what is left of them in the queue is acknowledged. */
  retired: readonly string[];
  exchange: string;
  /** Milliseconds before each further attempt. */
  retryDelays: readonly number[];
  readEvent: (incoming: Envelope) => Event;
  send: BrokerConnection['send'];
  logger: Logger;
  metrics: Metrics | undefined;
}

/** Consumes one queue: retries events, moves them to the dead letters, and pauses while a dependency is unavailable. */
export const createEventConsumer = ({
  queue: durableQueue,
  listeners,
  retired,
  exchange,
  retryDelays,
  readEvent,
  send,
  logger,
  metrics,
  prefetch = 20,
  dependencies: checks = {},
  onConnected,
}: EventConsumerOptions) => {
  const dependencies = createDependencies(checks);
  const shutdown = new AbortController();
  const running = new Set<Promise<void>>();
  /** How the queue is read on the present connection; no tag while it is paused. */
  let reading: { channel: Channel; queue: string; tag: string | null } | null = null;
  /** While a dependency is awaited: the end of the deliveries. */
  let paused: Promise<void> | null = null;

  const sendCopy = (queue: string, { content, properties }: ConsumeMessage, headers: Record<string, unknown> = {}) =>
    send({
      exchange: '',
      key: queue,
      content,
      headers: { ...properties.headers, ...headers },
      id: properties.messageId as string | undefined,
      isMandatory: true,
    });

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

  const endDeliveries = async () => {
    if (!reading || reading.tag === null) return;
    const { channel, tag } = reading;
    reading.tag = null;
    await channel.cancel(tag);
  };

  /** Ends the deliveries until what the listeners depend on is available. */
  const pauseDeliveries = (reason: string): Promise<void> => {
    const resume = async () => {
      await dependencies.recovered(shutdown.signal);
      paused = null;
      logger.info({ queue: durableQueue }, 'consumer resumed');
      await read();
    };
    if (!paused) {
      logger.warn({ queue: durableQueue, reason }, 'consumer paused');
      paused = endDeliveries();
      // A connection that breaks meanwhile is opened again with all of its consumers.
      resume().catch((error: unknown) => logger.debug({ err: error }, 'consumer not resumed on this connection'));
    }
    return paused;
  };

  /** A former primary responds to a check, and rejects writes: what the event failed with counts as well. */
  const reasonToPause = async (error: unknown): Promise<string | null> =>
    (await dependencies.findUnavailable()) ?? (isDatabaseUnavailable(error) ? (error as Error).message : null);

  /**
   * Postpones an event that failed. Where a dependency is unavailable, the event returns to its queue as a copy, so that
   * neither its attempts nor the redeliveries that the broker counts are spent.
   */
  const recover = async (
    queue: string,
    message: ConsumeMessage,
    { hopeless, error }: { hopeless: string | null; error: unknown },
  ) => {
    const unavailable = hopeless === null ? await reasonToPause(error) : null;
    if (unavailable === null) return postpone(queue, message, hopeless);
    await pauseDeliveries(unavailable);
    await sendCopy(queue, message);
    return 'returned';
  };

  /** Calls the listener of an event. @throws UnsupportedEvent where only another version of this service handles it */
  const dispatch = async (incoming: Envelope) => {
    const event = readEvent(incoming);
    const { id, name, traceparent, actor } = event;
    const listener = listeners[name] as ((event: Event) => Promise<void>) | undefined;
    if (!listener) throw new UnsupportedEvent(incoming);
    await inSpan(
      `process ${name}`,
      { kind: SpanKind.CONSUMER, attributes: messageAttributes(id), from: { traceparent } },
      (span) =>
        withContext({ requestId: id, traceparent: span?.traceparent ?? childTraceparent(traceparent), actor }, () =>
          listener(event),
        ),
    );
  };

  const handle = async (channel: Channel, message: ConsumeMessage) => {
    let incoming: Envelope | undefined;
    try {
      incoming = envelope.parse(JSON.parse(message.content.toString('utf8')));
      if (durableQueue !== null && Number(message.properties.headers?.[DELIVERY_HEADER] ?? 0) >= MAX_DELIVERIES)
        throw new HopelessEvent('every process that had it ended');
      const { name, occurredAt } = incoming;
      if (!retired.includes(name)) await dispatch(incoming);
      metrics?.events.inc({ name, outcome: 'done' });
      metrics?.eventLag.observe({ name }, Math.max(0, Date.now() - Date.parse(occurredAt)) / 1000);
    } catch (error) {
      logger.error({ err: error, event: incoming?.name, eventId: incoming?.id }, 'event handling failed');
      if (durableQueue !== null) {
        const hopeless = incoming === undefined ? 'unreadable' : error instanceof HopelessEvent ? error.reason : null;
        const outcome = await recover(durableQueue, message, { hopeless, error });
        metrics?.events.inc({ name: incoming?.name ?? 'unreadable', outcome });
      }
    }
    channel.ack(message);
  };

  /** Ends the connection with the channel: on the next one, what is missing is declared anew (broker-connection.ts). */
  const reconnect = (channel: Channel): void => {
    channel.close().catch((error: unknown) => logger.debug({ err: error }, 'channel already closed'));
  };

  /** Requeues a message that could neither be handled nor postponed; a closed channel requeues it by itself. */
  const requeue = (channel: Channel, message: ConsumeMessage, reason: unknown) => {
    logger.warn({ err: reason }, 'event requeued');
    if (reason instanceof UnroutableMessage) return reconnect(channel);
    try {
      channel.nack(message);
    } catch (error) {
      logger.debug({ err: error }, 'channel already closed');
    }
  };

  const read = async () => {
    if (!reading) return;
    const { channel, queue } = reading;
    const receive = (message: ConsumeMessage | null) => {
      if (!message) {
        // The broker cancels the consumers of a queue that is deleted or has lost its leader.
        logger.error({ queue }, 'consumer cancelled');
        return reconnect(channel);
      }
      const done = handle(channel, message).catch((error: unknown) => requeue(channel, message, error));
      running.add(done);
      void done.finally(() => running.delete(done));
    };
    // Known before the broker confirms it: the first event may fail, and pause the consumer, earlier.
    reading.tag = randomUUID();
    await channel.consume(queue, receive, { consumerTag: reading.tag });
  };

  return {
    /** Consumes by a channel of a new connection, on which a durable queue is declared; while paused, once it is resumed. */
    open: async (channel: Channel): Promise<void> => {
      await channel.prefetch(prefetch);
      let queue = durableQueue;
      if (queue === null) {
        ({ queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true }));
        for (const name of Object.keys(listeners)) await channel.bindQueue(queue, exchange, name);
      }
      onConnected?.();
      reading = { channel, queue, tag: null };
      if (!paused) await read();
    },
    /** The connection is lost. */
    detach: () => void (reading = null),
    /** Ends the deliveries and waits for the events being handled. */
    stop: async (): Promise<void> => {
      shutdown.abort();
      await Promise.allSettled([endDeliveries()]);
      await Promise.allSettled([...running]);
    },
  };
};
