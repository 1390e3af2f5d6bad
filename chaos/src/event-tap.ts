import amqp from 'amqplib';
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { EXCHANGE } from 'contracts/event-envelope';
import { QUEUES } from 'contracts/events';

type QueueName = keyof typeof QUEUES;
export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];

const withTap = async <Result>(
  url: string,
  work: (tools: { channel: ConfirmChannel; tap: string; collected: ConsumeMessage[] }) => Promise<Result>,
): Promise<Result> => {
  const connection: ChannelModel = await amqp.connect(url, { timeout: 5_000 });
  connection.on('error', () => undefined);
  try {
    const channel = await connection.createConfirmChannel();
    const { queue: tap } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
    const collected: ConsumeMessage[] = [];
    await channel.consume(tap, (message) => void (message && collected.push(message)), { noAck: true });
    return await work({ channel, tap, collected });
  } finally {
    await connection.close();
  }
};

const publishCopy = (channel: ConfirmChannel, queue: string, { content, properties }: ConsumeMessage) =>
  channel.publish('', queue, content, {
    persistent: true,
    contentType: 'application/json',
    headers: properties.headers ?? {},
    messageId: properties.messageId as string | undefined,
  });

const namesOf = (queue: QueueName): readonly string[] => QUEUES[queue];

/** Delivers a second time the events that a queue gets while `during` runs. @returns the number of events */
export const duplicateEvents = (url: string, queue: QueueName, during: () => Promise<unknown>): Promise<number> =>
  withTap(url, async ({ channel, tap, collected }) => {
    for (const name of namesOf(queue)) await channel.bindQueue(tap, EXCHANGE, name);
    await during();
    const copies = [...collected];
    for (const message of copies) publishCopy(channel, queue, message);
    await channel.waitForConfirms();
    return copies.length;
  });

/**
 * Withholds from a queue the events published while `during` runs, then delivers them in reverse order.
 * @returns the number of events
 */
export const reorderEvents = (url: string, queue: QueueName, during: () => Promise<unknown>): Promise<number> =>
  withTap(url, async ({ channel, tap, collected }) => {
    // Binds the tap before it unbinds the queue: an event in between arrives twice rather than never.
    for (const name of namesOf(queue)) {
      await channel.bindQueue(tap, EXCHANGE, name);
      await channel.unbindQueue(queue, EXCHANGE, name);
    }
    try {
      await during();
    } finally {
      for (const name of namesOf(queue)) {
        await channel.bindQueue(queue, EXCHANGE, name);
        await channel.unbindQueue(tap, EXCHANGE, name);
      }
      // A channel processes commands in order: the response to this one follows every message routed before the last unbinding.
      await channel.checkQueue(tap);
      for (const message of collected.toReversed()) publishCopy(channel, queue, message);
      await channel.waitForConfirms();
    }
    return collected.length;
  });
