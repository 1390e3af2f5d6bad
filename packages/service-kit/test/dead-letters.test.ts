import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from 'amqplib';
import type { Channel, ChannelModel } from 'amqplib';
import { createEvent } from 'service-kit/outbox';
import { deadQueue } from 'service-kit/queues';
import { rabbitUrl } from 'testing/broker-line';

const queue = `test-${randomUUID()}`;
let connection: ChannelModel;
let channel: Channel;
beforeAll(async () => {
  connection = await connect(rabbitUrl());
  channel = await connection.createChannel();
  for (const name of [queue, deadQueue(queue)]) await channel.assertQueue(name, { durable: true });
});
afterAll(async () => {
  for (const name of [queue, deadQueue(queue)]) await channel.deleteQueue(name);
  await connection.close();
});

const deadLetters = async (command: string, name = queue, ...reason: string[]) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../src/dead-letters.ts'), command, name, ...reason],
    { env: { PATH: process.env.PATH, RABBIT_URL: rabbitUrl() } },
  );
  return stdout.trimEnd().split('\n');
};

test('npm run dead-letters lists and requeues dead letters, also those that are no JSON, no object or empty', async () => {
  const event = createEvent('subscriber.erased', { id: randomUUID() }, 1);
  const contents = ['{broken', '"text"', 'null', '', '\u0000\ufffd', JSON.stringify(event)];
  for (const content of contents)
    channel.sendToQueue(deadQueue(queue), Buffer.from(content), {
      headers: { 'x-reason': 'unreadable', 'x-attempt': 1 },
    });
  const unreadable = '?  unreadable  ?  attempts: 1  reason: unreadable';
  const letters = [
    ...Array.from({ length: 5 }, () => unreadable),
    `${event.occurredAt}  subscriber.erased  ${event.id}  attempts: 1  reason: unreadable`,
  ];
  expect(await deadLetters('list')).toEqual([...letters, `6 dead letter(s) in ${deadQueue(queue)}`]);
  // Listing removes no letter.
  expect(await deadLetters('redrive')).toEqual([...letters, `6 dead letter(s) in ${deadQueue(queue)}, sent again`]);
  expect(await deadLetters('list')).toEqual([`0 dead letter(s) in ${deadQueue(queue)}`]);
  const requeued = [];
  for (let message = await channel.get(queue); message; message = await channel.get(queue))
    requeued.push(message.content.toString('utf8'));
  expect(requeued).toEqual(contents);
});

test('npm run dead-letters deletes the letters of one reason, and leaves the others', async () => {
  for (const reason of ['unreadable', 'every attempt failed', 'unreadable'])
    channel.sendToQueue(deadQueue(queue), Buffer.from('letter'), { headers: { 'x-reason': reason, 'x-attempt': 1 } });
  const unreadable = '?  unreadable  ?  attempts: 1  reason: unreadable';
  expect(await deadLetters('discard', queue, 'unreadable')).toEqual([
    unreadable,
    unreadable,
    `2 dead letter(s) of ${deadQueue(queue)} deleted`,
  ]);
  expect(await deadLetters('list')).toEqual([
    '?  unreadable  ?  attempts: 1  reason: every attempt failed',
    `1 dead letter(s) in ${deadQueue(queue)}`,
  ]);
  await channel.purgeQueue(deadQueue(queue));
});

test('npm run dead-letters names a queue that does not exist, and a command without its reason, in one sentence', async () => {
  await expect(deadLetters('list', 'inconnu')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^The broker has no queue inconnu\.dead\.\n/) as unknown,
  });
  await expect(deadLetters('discard')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^Which reason\?/) as unknown,
  });
});

test('npm run dead-letters requeues nothing into a queue that does not exist', async () => {
  channel.sendToQueue(deadQueue(queue), Buffer.from('letter'));
  await channel.deleteQueue(queue);
  await expect(deadLetters('redrive')).rejects.toThrow(`The broker has no queue ${queue}.`);
  expect((await channel.checkQueue(deadQueue(queue))).messageCount).toBe(1);
});
