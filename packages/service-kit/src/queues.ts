import type { Channel, ChannelModel } from 'amqplib';

/** Delay before each further attempt; after the last one the event becomes a dead letter. */
export const RETRY_DELAYS_MS = [1_000, 1_000, 5_000, 5_000, 30_000, 30_000, 30_000, 300_000, 300_000, 300_000] as const;

/** AMQP reply codes for a queue that does not exist, and for one with other arguments. */
export const NOT_FOUND = 404;
const PRECONDITION_FAILED = 406;

/**
 * Maximum number of deliveries of a message: it is returned when the process that handles it crashes. The broker's default is 20.
 */
export const MAX_DELIVERIES = 10;

const QUORUM = { 'x-queue-type': 'quorum' } as const;
/** Arguments with which the broker moves messages between queues with confirms, so that a broker crash loses none. */
const MOVED = {
  ...QUORUM,
  'x-dead-letter-exchange': '',
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
} as const;

/** Returns the name of the queue in which events wait for a further attempt. */
export const retryQueue = (queue: string, delayMs: number): string => `${queue}.retry.${delayMs}`;
/** Returns the name of the queue for dead letters. */
export const deadQueue = (queue: string): string => `${queue}.dead`;

interface Topology {
  exchange: string;
  /** Delays before each further attempt. */
  retryDelaysMs: readonly number[];
}

/** Durable queue with the names of its events, and those bound in a former version. */
interface QueueBindings {
  queue: string;
  names: readonly string[];
  retired?: readonly string[];
}

/**
 * Declares on a separate channel, which the broker closes when it rejects the declaration.
 * @returns the code of the rejection, or null
 */
const attempt = async (connection: ChannelModel, declare: (channel: Channel) => Promise<unknown>) => {
  const channel = await connection.createChannel();
  // The call's own error carries the code.
  channel.on('error', () => undefined);
  try {
    await declare(channel);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code !== NOT_FOUND && code !== PRECONDITION_FAILED) throw error;
    return code;
  }
  await channel.close();
  return null;
};

/**
 * Declares a service's queue, whose messages become dead letters after too many deliveries; by default the broker would drop them.
 * A queue declared by a former version is left as is, since arguments cannot be changed: the consumer counts by itself
 * (event-consumer.ts).
 */
const declareMain = async (connection: ChannelModel, queue: string): Promise<void> => {
  const limits = {
    ...MOVED,
    'x-delivery-limit': MAX_DELIVERIES,
    'x-dead-letter-routing-key': deadQueue(queue),
  };
  const rejectionCode = await attempt(connection, (channel) =>
    channel.assertQueue(queue, { durable: true, arguments: limits }),
  );
  if (rejectionCode === null) return;
  const former = await attempt(connection, (channel) =>
    channel.assertQueue(queue, { durable: true, arguments: QUORUM }),
  );
  if (former !== null) throw new Error(`the queue ${queue} exists with arguments of no version`);
};

/**
 * Declares a queue with its retry queues, bindings and dead-letter queue, if missing. The dead-letter queue is last: its existence
 * shows that the bindings are complete.
 */
export const declareQueue = async (
  connection: ChannelModel,
  channel: Channel,
  { exchange, retryDelaysMs }: Topology,
  { queue, names, retired = [] }: QueueBindings,
): Promise<void> => {
  await declareMain(connection, queue);
  for (const delayMs of new Set(retryDelaysMs))
    await channel.assertQueue(retryQueue(queue, delayMs), {
      durable: true,
      arguments: { ...MOVED, 'x-message-ttl': delayMs, 'x-dead-letter-routing-key': queue },
    });
  for (const name of names) await channel.bindQueue(queue, exchange, name);
  for (const name of retired) await channel.unbindQueue(queue, exchange, name);
  await channel.assertQueue(deadQueue(queue), { durable: true, arguments: QUORUM });
};

const exists = async (connection: ChannelModel, queue: string): Promise<boolean> =>
  (await attempt(connection, (channel) => channel.checkQueue(queue))) === null;

/**
 * Declares the queues that a new broker does not have yet, so that events wait there for consumers that start later. Only its
 * consumer changes the bindings of an existing queue: an older consumer could not handle events that a newer publisher adds.
 */
export const declareMissingQueues = async (
  connection: ChannelModel,
  channel: Channel,
  topology: Topology,
  queues: Readonly<Record<string, readonly string[]>>,
): Promise<void> => {
  for (const [queue, names] of Object.entries(queues))
    if (!(await exists(connection, queue)) || !(await exists(connection, deadQueue(queue))))
      await declareQueue(connection, channel, topology, { queue, names });
};
