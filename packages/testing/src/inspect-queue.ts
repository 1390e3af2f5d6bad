import { connect } from 'amqplib';
import { deadQueue, retryQueue } from 'service-kit/queues';
import { rabbitUrl } from './broker-line.ts';

/** Inspects a test's queue on the broker, which is bound to an exchange of the same name. */
export const inspectQueue = async (name: string, retryDelaysMs: readonly number[]) => {
  const connection = await connect(rabbitUrl());
  const channel = await connection.createChannel();
  return {
    waiting: async () => (await channel.checkQueue(name)).messageCount,
    consumers: async () => (await channel.checkQueue(name)).consumerCount,
    /** Consumes a dead letter; false when there is none. */
    dead: async () => {
      const message = await channel.get(deadQueue(name), { noAck: true });
      return (
        message && {
          event: JSON.parse(message.content.toString('utf8')) as unknown,
          headers: message.properties.headers,
        }
      );
    },
    /** Deletes the queue, its exchange and its retry queues. */
    remove: async () => {
      for (const queue of [name, deadQueue(name), ...retryDelaysMs.map((delay) => retryQueue(name, delay))])
        await channel.deleteQueue(queue);
      await channel.deleteExchange(name);
      await connection.close();
    },
  };
};
