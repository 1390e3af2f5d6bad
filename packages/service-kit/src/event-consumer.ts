import { randomUUID } from 'node:crypto';
import type { Channel, ConsumeMessage } from 'amqplib';
import { envelope } from 'contracts/event-envelope';
import type { Event } from 'contracts/events';
import { UnroutableMessage } from './broker-connection.ts';
import type { BrokerConnection } from './broker-connection.ts';
import { createConsumerPause } from './consumer-pause.ts';
import { createDispatch, UnretryableEvent } from './event-dispatch.ts';
import type { Listeners } from './event-dispatch.ts';
import type { Envelope } from './event-reader.ts';
import type { Logger } from './logger.ts';
import type { ReadinessChecks } from './management.ts';
import { deadQueue, MAX_DELIVERIES, retryQueue } from './queues.ts';
import type { Metrics } from './telemetry.ts';

const ATTEMPT_HEADER = 'x-attempt';
/** Reason of a dead letter. */
const REASON_HEADER = 'x-reason';
/** The broker's count of earlier deliveries. */
const DELIVERY_HEADER = 'x-delivery-count';

export interface SubscribeOptions {
  /** Maximum number of events handled concurrently. */
  prefetch?: number;
  /** Checks of the listeners' dependencies: while one fails, events stay in the durable queue and use up no attempts. */
  dependencies?: ReadinessChecks;
  /** Called after each (re)connection, before the first event: an exclusive queue has missed the events in between. */
  onConnected?: () => void;
}

interface EventConsumerOptions extends SubscribeOptions {
  /** Name of a durable queue shared by all replicas, or null for an exclusive queue of this process. */
  queue: string | null;
  listeners: Listeners;
  /** Events that a former version consumed; those still in the queue are acknowledged unhandled. */
  retired: readonly string[];
  exchange: string;
  /** Delays before each further attempt. */
  retryDelaysMs: readonly number[];
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
  retryDelaysMs,
  readEvent,
  send,
  logger,
  metrics,
  prefetch = 20,
  dependencies: checks = {},
  onConnected,
}: EventConsumerOptions) => {
  const dispatch = createDispatch({ listeners, readEvent });
  /** Events whose handling has begun. */
  const unfinished = new Set<Promise<void>>();
  /** Consumption on the current connection; no tag while paused. */
  let reading: { channel: Channel; queue: string; tag: string | null } | null = null;

  const sendCopy = (queue: string, { content, properties }: ConsumeMessage, headers: Record<string, unknown> = {}) =>
    send({
      exchange: '',
      key: queue,
      content,
      headers: { ...properties.headers, ...headers },
      id: properties.messageId as string | undefined,
      isMandatory: true,
    });

  /** Sends a copy, confirmed before the original is acknowledged: a crash in between duplicates the event but never loses it. */
  const postpone = async (queue: string, message: ConsumeMessage, deadLetterReason: string | null) => {
    const attempt = Number(message.properties.headers?.[ATTEMPT_HEADER] ?? 0);
    const delayMs = retryDelaysMs[attempt];
    const isDead = deadLetterReason !== null || delayMs === undefined;
    await sendCopy(isDead ? deadQueue(queue) : retryQueue(queue, delayMs), message, {
      [ATTEMPT_HEADER]: attempt + 1,
      ...(isDead && { [REASON_HEADER]: deadLetterReason ?? 'every attempt failed' }),
    });
    return isDead ? 'dead' : 'retried';
  };

  const endDeliveries = async () => {
    if (!reading || reading.tag === null) return;
    const { channel, tag } = reading;
    reading.tag = null;
    await channel.cancel(tag);
  };

  const pause = createConsumerPause({
    queue: durableQueue,
    checks,
    logger,
    endDeliveries,
    startDeliveries: () => read(),
  });

  /**
   * Postpones a failed event. While a dependency is unavailable, the event returns to its queue as a copy, which uses up neither
   * its attempts nor the broker's redelivery count.
   */
  const recover = async (
    queue: string,
    message: ConsumeMessage,
    { deadLetterReason, error }: { deadLetterReason: string | null; error: unknown },
  ) => {
    const unavailable = deadLetterReason === null ? await pause.findReason(error) : null;
    if (unavailable === null) return postpone(queue, message, deadLetterReason);
    await pause.begin(unavailable);
    await sendCopy(queue, message);
    return 'returned';
  };

  const handle = async (channel: Channel, message: ConsumeMessage) => {
    let incoming: Envelope | undefined;
    try {
      incoming = envelope.parse(JSON.parse(message.content.toString('utf8')));
      if (durableQueue !== null && Number(message.properties.headers?.[DELIVERY_HEADER] ?? 0) >= MAX_DELIVERIES)
        throw new UnretryableEvent('every process that had it ended');
      const { name, occurredAt } = incoming;
      if (!retired.includes(name)) await dispatch(incoming);
      metrics?.events.inc({ name, outcome: 'done' });
      metrics?.eventLag.observe({ name }, Math.max(0, Date.now() - Date.parse(occurredAt)) / 1000);
    } catch (error) {
      logger.error({ err: error, event: incoming?.name, eventId: incoming?.id }, 'event handling failed');
      if (durableQueue !== null) {
        const deadLetterReason =
          incoming === undefined ? 'unreadable' : error instanceof UnretryableEvent ? error.reason : null;
        const outcome = await recover(durableQueue, message, { deadLetterReason, error });
        metrics?.events.inc({ name: incoming?.name ?? 'unreadable', outcome });
      }
    }
    channel.ack(message);
  };

  /** Closes the channel and thereby the connection: the next one declares missing objects again (broker-connection.ts). */
  const reconnect = (channel: Channel): void => {
    channel.close().catch((error: unknown) => logger.debug({ err: error }, 'channel already closed'));
  };

  /** Requeues a message that could be neither handled nor postponed; a closed channel requeues it automatically. */
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
        // The broker cancels the consumers when a queue is deleted or has lost its leader.
        logger.error({ queue }, 'consumer cancelled');
        return reconnect(channel);
      }
      const handling = handle(channel, message).catch((error: unknown) => requeue(channel, message, error));
      unfinished.add(handling);
      void handling.finally(() => unfinished.delete(handling));
    };
    // Set before the broker confirms the consumer: the first event may arrive earlier, fail and pause it.
    reading.tag = randomUUID();
    await channel.consume(queue, receive, { consumerTag: reading.tag });
  };

  return {
    /**
     * Starts consuming on the channel of a new connection, on which the durable queue is declared; while paused, consuming starts
     * later.
     */
    open: async (channel: Channel): Promise<void> => {
      await channel.prefetch(prefetch);
      let queue = durableQueue;
      if (queue === null) {
        ({ queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true }));
        for (const name of Object.keys(listeners)) await channel.bindQueue(queue, exchange, name);
      }
      onConnected?.();
      reading = { channel, queue, tag: null };
      if (!pause.isActive()) await read();
    },
    /** Called when the connection is lost. */
    detach: () => void (reading = null),
    /** Ends the deliveries, waits for the events being handled, and has the broker receive their acknowledgements. */
    stop: async (): Promise<void> => {
      pause.stop();
      await Promise.allSettled([endDeliveries()]);
      await Promise.allSettled([...unfinished]);
      // The close of a connection overtakes what its channels still have to send.
      await reading?.channel.close().catch((error: unknown) => logger.debug({ err: error }, 'channel already closed'));
    },
  };
};
