import type { Channel } from 'amqplib';

/** Milliseconds before each further attempt; after the last the event goes to the dead letters. */
export const RETRY_DELAYS = [1_000, 1_000, 5_000, 5_000, 30_000, 30_000, 30_000, 300_000, 300_000, 300_000] as const;

const QUORUM = { 'x-queue-type': 'quorum' } as const;
/** The way back into the service's queue is confirmed as well: a broker that dies then loses nothing. */
const RETRY_ARGUMENTS = {
  ...QUORUM,
  'x-dead-letter-exchange': '',
  'x-dead-letter-strategy': 'at-least-once',
  'x-overflow': 'reject-publish',
} as const;

export const retryQueue = (queue: string, delay: number): string => `${queue}.retry.${delay}`;
export const deadQueue = (queue: string): string => `${queue}.dead`;

interface Topology {
  exchange: string;
  /** Each durable queue and the names of the events that reach it. */
  queues: Readonly<Record<string, readonly string[]>>;
  /** Milliseconds before each further attempt. */
  retryDelays: readonly number[];
}

/** Declares the exchange, and for each queue its bindings, its retries and its dead letters; what is there already stays. */
export const declareQueues = async (channel: Channel, { exchange, queues, retryDelays }: Topology): Promise<void> => {
  await channel.assertExchange(exchange, 'topic', { durable: true });
  for (const [queue, names] of Object.entries(queues)) {
    await channel.assertQueue(queue, { durable: true, arguments: QUORUM });
    await channel.assertQueue(deadQueue(queue), { durable: true, arguments: QUORUM });
    for (const delay of new Set(retryDelays))
      await channel.assertQueue(retryQueue(queue, delay), {
        durable: true,
        arguments: { ...RETRY_ARGUMENTS, 'x-message-ttl': delay, 'x-dead-letter-routing-key': queue },
      });
    for (const name of names) await channel.bindQueue(queue, exchange, name);
  }
};
