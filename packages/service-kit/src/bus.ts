import { SpanKind } from '@opentelemetry/api';
import { EVENT_VERSIONS, EXCHANGE } from 'contracts/event-envelope';
import { EVENTS, QUEUES, RETIRED_BINDINGS } from 'contracts/events';
import type { Event } from 'contracts/events';
import { createBrokerConnection } from './broker-connection.ts';
import { createEventConsumer } from './event-consumer.ts';
import type { SubscribeOptions } from './event-consumer.ts';
import type { Listeners } from './event-dispatch.ts';
import { createEventReader } from './event-reader.ts';
import type { EventContract } from './event-reader.ts';
import type { Logger } from './logger.ts';
import { declareMissingQueues, declareQueue, RETRY_DELAYS_MS } from './queues.ts';
import type { Metrics } from './telemetry.ts';
import { inSpan, messageAttributes } from './tracing.ts';

interface BusOptions {
  url: string;
  logger: Logger;
  metrics?: Metrics;
  exchange?: string;
  queues?: Readonly<Record<string, readonly string[]>>;
  retryDelaysMs?: readonly number[];
  contract?: EventContract & { retired: Readonly<Partial<Record<string, readonly string[]>>> };
}

const CONTRACT = { events: EVENTS, versions: EVENT_VERSIONS, retired: RETIRED_BINDINGS };

/**
 * Creates the event bus of the platform: publishing with confirms, consuming with retries and dead letters.
 * @param exchange topic exchange, for tests; default: the platform's
 * @param queues durable queues that a publisher declares when missing, with the names of the events bound to each
 * @param retryDelaysMs delays before each further attempt, for tests
 * @param contract events of another version of the platform, for tests
 */
export const createBus = ({
  url,
  logger,
  metrics,
  exchange = EXCHANGE,
  queues = QUEUES,
  retryDelaysMs = RETRY_DELAYS_MS,
  contract = CONTRACT,
}: BusOptions) => {
  const topology = { exchange, retryDelaysMs };
  const readEvent = createEventReader(contract);
  const consumedNames = new Set(Object.values(queues).flat());
  const retiredNames = (queue: string | null) => (queue === null ? [] : (contract.retired[queue] ?? []));
  const bindings: { queue: string; names: string[]; retired: readonly string[] }[] = [];
  const consumers: ReturnType<typeof createEventConsumer>[] = [];
  let hasDeclaredQueues = false;

  const broker = createBrokerConnection({
    url,
    logger,
    declare: async (connection, channel) => {
      await channel.assertExchange(exchange, 'topic', { durable: true });
      for (const binding of bindings) await declareQueue(connection, channel, topology, binding);
      await declareMissingQueues(connection, channel, topology, queues);
      hasDeclaredQueues = true;
    },
    consume: async (openChannel) => {
      for (const consumer of consumers) await consumer.open(await openChannel());
    },
    onLost: () => {
      for (const consumer of consumers) consumer.detach();
    },
  });

  return {
    /**
     * Registers the listeners of a queue; must be called before `start`.
     * @throws when a durable queue is not declared for exactly the events of its listeners
     */
    subscribe: (queue: string | null, listeners: Listeners, options: SubscribeOptions = {}): void => {
      const names = Object.keys(listeners);
      const declaredNames = queue === null ? names : (queues[queue] ?? []);
      if (new Set([...names, ...declaredNames]).size > Math.min(names.length, declaredNames.length))
        throw new Error(`${queue} is declared for ${declaredNames.join(', ')}, and listens to ${names.join(', ')}`);
      const retired = retiredNames(queue);
      if (queue !== null) bindings.push({ queue, names, retired });
      consumers.push(
        createEventConsumer({
          ...options,
          queue,
          listeners,
          retired,
          exchange,
          retryDelaysMs,
          readEvent,
          send: broker.send,
          logger,
          metrics,
        }),
      );
    },
    /** Starts connecting, without waiting for the broker. */
    start: broker.start,
    /** Resolves once connected with everything declared. */
    connected: broker.connected,
    isConnected: broker.isConnected,
    /**
     * Readiness check.
     * @throws until the queues have been declared once: from then on they collect events even while this process is down
     */
    requireDeclaredQueues: (): void => {
      if (!hasDeclaredQueues) throw new Error('the queue is not declared yet');
    },
    /**
     * Publishes one event; resolves once the broker has confirmed it.
     * @throws BrokerUnreachable without a connection; UnroutableMessage when an event with a declared queue reached none; Error
     *   without a confirmation within 10 s
     */
    publish: async (event: Event): Promise<void> => {
      await inSpan(
        `publish ${event.name}`,
        { kind: SpanKind.PRODUCER, attributes: messageAttributes(event.id), from: event },
        () =>
          broker.send({
            exchange,
            key: event.name,
            content: Buffer.from(JSON.stringify(event)),
            id: event.id,
            isMandatory: consumedNames.has(event.name),
          }),
      );
      metrics?.published.inc({ name: event.name });
    },
    /** Stops consuming, waits for the events being handled, and closes the connection. */
    stop: async (): Promise<void> => {
      broker.stopReconnecting();
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      await broker.close();
    },
  };
};
export type Bus = ReturnType<typeof createBus>;
