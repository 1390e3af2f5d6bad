import type { Channel, ChannelModel } from 'amqplib';

/** Delay before each further attempt; after the last the event goes to the dead letters. */
export const RETRY_DELAYS_MS = [1_000, 1_000, 5_000, 5_000, 30_000, 30_000, 30_000, 300_000, 300_000, 300_000] as const;

/** AMQP's reply codes for a queue that does not exist, and for one that has other arguments. */
const NOT_FOUND = 404;
const PRECONDITION_FAILED = 406;

/** Deliveries of one message at most: a process that ends while it has the message returns it. The broker's own default is 20. */
export const MAX_DELIVERIES = 10;

const QUORUM = { 'x-queue-type': 'quorum' } as const;
/** Arguments by which the broker confirms messages that it moves itself: one that dies then loses nothing. */
const MOVED = {
  ...QUORUM,
  'x-dead-letter-exchange': '',
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
} as const;

/** Name of the queue in which a queue's events wait for a further attempt. */
export const retryQueue = (queue: string, delayMs: number): string => `${queue}.retry.${delayMs}`;
/** Name of the queue with a queue's dead letters. */
export const deadQueue = (queue: string): string => `${queue}.dead`;

interface Topology {
  exchange: string;
  /** Delays before each further attempt. */
  retryDelaysMs: readonly number[];
}

/** A durable queue with the names of its events, and those that it had in a former version. */
interface QueueBindings {
  queue: string;
  names: readonly string[];
  retired?: readonly string[];
}

/** A declaration that the broker refuses closes its channel. @returns the code of the refusal, or null */
const attempt = async (connection: ChannelModel, declare: (channel: Channel) => Promise<unknown>) => {
  const channel = await connection.createChannel();
  // The code is that of the call's own error.
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
 * Declares a service's queue: what was delivered too often goes to its dead letters, where the broker would drop it. A queue
 * that a former version declared stays as it is, since arguments cannot be changed: there the consumer counts alone (event-consumer.ts).
 */
const declareMain = async (connection: ChannelModel, queue: string): Promise<void> => {
  const limits = {
    ...MOVED,
    'x-delivery-limit': MAX_DELIVERIES,
    'x-dead-letter-routing-key': deadQueue(queue),
  };
  const refusal = await attempt(connection, (channel) =>
    channel.assertQueue(queue, { durable: true, arguments: limits }),
  );
  if (refusal === null) return;
  const former = await attempt(connection, (channel) =>
    channel.assertQueue(queue, { durable: true, arguments: QUORUM }),
  );
  if (former !== null) throw new Error(`the queue ${queue} exists with arguments of no version`);
};

/**
 * Declares a queue with its retries, bindings and dead letters; what exists stays. The dead letters come last: where they exist,
 * the bindings are complete.
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
 * Declares the queues that a new broker does not have yet, so that what is published waits there for consumers that start later.
 * The bindings of an existing queue are its consumer's: an older version of it could not handle names that a newer publisher adds.
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
