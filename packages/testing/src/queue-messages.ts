import { connect } from 'amqplib';
import type { Event } from 'contracts/events';
import { deadQueue, RETRY_DELAYS_MS, retryQueue } from 'service-kit/queues';

/** Returns the messages in a queue, its retry queues and its dead-letter queue, without removing them. */
export const readQueue = async (url: string, name: string): Promise<{ queue: string; messages: string[] }[]> => {
  const connection = await connect(url);
  try {
    const queues = [name, ...new Set(RETRY_DELAYS_MS.map((delayMs) => retryQueue(name, delayMs))), deadQueue(name)];
    const read = [];
    for (const queue of queues) {
      // Closing the channel requeues the messages, which are never acknowledged.
      const channel = await connection.createChannel();
      const messages: string[] = [];
      for (let message = await channel.get(queue); message; message = await channel.get(queue))
        messages.push(message.content.toString('utf8'));
      await channel.close();
      read.push({ queue, messages });
    }
    return read;
  } finally {
    await connection.close();
  }
};

/** Adds an event to the dead letters of a queue. */
export const addDeadLetter = async (url: string, name: string, event: Event): Promise<void> => {
  const connection = await connect(url);
  try {
    const channel = await connection.createConfirmChannel();
    channel.sendToQueue(deadQueue(name), Buffer.from(JSON.stringify(event)), { persistent: true });
    await channel.waitForConfirms();
  } finally {
    await connection.close();
  }
};
