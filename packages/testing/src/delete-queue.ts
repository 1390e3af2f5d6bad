import { connect } from 'amqplib';
import { deadQueue, RETRY_DELAYS_MS, retryQueue } from 'service-kit/queues';

/** Deletes a durable queue with its retries and dead letters, once its consumers have ended. */
export const deleteQueue = async (url: string, name: string): Promise<void> => {
  const connection = await connect(url);
  const channel = await connection.createChannel();
  for (const queue of [name, deadQueue(name), ...RETRY_DELAYS_MS.map((delayMs) => retryQueue(name, delayMs))])
    await channel.deleteQueue(queue);
  await connection.close();
};
