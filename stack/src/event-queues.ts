import amqp from 'amqplib';
import { waitUntil } from './wait-until.ts';

/** Milliseconds: services that found no broker ask again every two seconds (service-kit/bus). */
const CONSUMED_WITHIN = 60_000;

/**
 * Waits until each of these queues has a consumer. On a new broker every service declares its own in its own time, and an
 * event that is published before is never delivered to it.
 * @throws Error that names the first queue which nobody consumes after a minute
 */
export const untilConsumed = async (url: string, queues: readonly string[]): Promise<void> => {
  const connection = await amqp.connect(url);
  const consumersOf = async (queue: string): Promise<number> => {
    // Its own: asking for a queue that is not there closes the channel.
    const channel = await connection.createChannel();
    // Told by the question's own rejection too.
    channel.on('error', () => undefined);
    const { consumerCount } = await channel.checkQueue(queue);
    await channel.close();
    return consumerCount;
  };
  try {
    for (const queue of queues)
      await waitUntil(
        `the queue ${queue}`,
        async () => {
          if ((await consumersOf(queue)) === 0) throw new Error('nobody consumes it');
        },
        { deadlineMs: CONSUMED_WITHIN },
      );
  } finally {
    await connection.close();
  }
};
