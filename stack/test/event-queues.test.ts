import { randomUUID } from 'node:crypto';
import amqp from 'amqplib';
import { untilConsumed } from '../src/event-queues.ts';

const url = process.env.RABBIT_URL ?? '';

test('When services declare their queues later, then they are waited for until each is consumed', async () => {
  const [first, second] = [`queue-${randomUUID()}`, `queue-${randomUUID()}`];
  const connection = await amqp.connect(url);
  const channel = await connection.createChannel();
  let isOver = false;
  const consumed = untilConsumed(url, [first, second]).then(() => void (isOver = true));

  await channel.assertQueue(first, { autoDelete: true });
  await channel.consume(first, () => undefined);
  await channel.assertQueue(second, { autoDelete: true });
  expect(isOver).toBe(false);
  await channel.consume(second, () => undefined);
  await consumed;
  expect(isOver).toBe(true);
  await connection.close();
});
