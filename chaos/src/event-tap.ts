import amqp from 'amqplib';
import type { ChannelModel, ConfirmChannel, ConsumeMessage } from 'amqplib';
import { EXCHANGE, QUEUES } from 'contracts/events';

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

/** Delivers to a queue a second time what it gets while `during` lasts. @returns how many events */
export const duplicateEvents = (url: string, queue: QueueName, during: () => Promise<unknown>): Promise<number> =>
  withTap(url, async ({ channel, tap, collected }) => {
    for (const name of namesOf(queue)) await channel.bindQueue(tap, EXCHANGE, name);
    await during();
    const copies = [...collected];
    for (const message of copies) publishCopy(channel, queue, message);
    await channel.waitForConfirms();
    return copies.length;
  });

/** Withholds from a queue what is published while `during` lasts, then delivers it the last one first. @returns how many events */
export const reorderEvents = (url: string, queue: QueueName, during: () => Promise<unknown>): Promise<number> =>
  withTap(url, async ({ channel, tap, collected }) => {
    // In this order, so that an event between the two bindings arrives twice rather than never.
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
      // What was routed to the tap before its last binding ended arrives before this: one channel is in order.
      await channel.checkQueue(tap);
      for (const message of collected.toReversed()) publishCopy(channel, queue, message);
      await channel.waitForConfirms();
    }
    return collected.length;
  });
