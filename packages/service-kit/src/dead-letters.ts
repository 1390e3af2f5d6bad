import { connect } from 'amqplib';
import type { ChannelModel, GetMessage } from 'amqplib';
import { QUEUES } from 'contracts/events';
import { z } from 'zod';
import { amqpAddress, readConfig } from './config.ts';
import { deadQueue, NOT_FOUND } from './queues.ts';
import { print, runCommand, UsageError } from './run-command.ts';

const HELP = `Usage: npm run dead-letters -- list|redrive|discard <queue> [<reason>]

Lists a service's dead letters, requeues or deletes them.

  list <queue>              shows time, name, id, attempts and reason of each
  redrive <queue>           puts them back into the service's queue
  discard <queue> <reason>  deletes those of this reason

<queue>: ${Object.keys(QUEUES).join(', ')}.
RABBIT_URL (or RABBIT_URL_FILE) is the address of the broker.`;

const COMMANDS = ['list', 'redrive', 'discard'];

/** Returns the fields of a dead letter; none when it is not a JSON object. */
const readLetter = (content: Buffer): Record<string, unknown> => {
  try {
    const letter: unknown = JSON.parse(content.toString('utf8'));
    return typeof letter === 'object' && letter !== null ? (letter as Record<string, unknown>) : {};
  } catch {
    // Unreadable messages are a reason for dead letters.
    return {};
  }
};

/** Returns the number of messages. @throws UsageError when the queue does not exist */
const countMessages = async (connection: ChannelModel, queue: string): Promise<number> => {
  // The broker closes a channel that names a missing queue.
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  const { messageCount } = await channel.checkQueue(queue).catch((error: unknown) => {
    throw (error as { code?: unknown }).code === NOT_FOUND
      ? new UsageError(`The broker has no queue ${queue}.`)
      : error;
  });
  await channel.close();
  return messageCount;
};

const reasonOf = ({ properties: { headers = {} } }: GetMessage): string => {
  const deaths = headers['x-death'] as { reason?: string }[] | undefined;
  return String(headers['x-reason'] ?? deaths?.[0]?.reason ?? 'unknown');
};
const describe = (letter: GetMessage): string => {
  const { occurredAt = '?', name = 'unreadable', id = '?' } = readLetter(letter.content);
  const attempts = String(letter.properties.headers?.['x-attempt'] ?? 0);
  return `${String(occurredAt)}  ${String(name)}  ${String(id)}  attempts: ${attempts}  reason: ${reasonOf(letter)}`;
};

/** Handles each dead letter by the command; returns the last line of the output. */
const handleLetters = async (
  connection: ChannelModel,
  { command, queue, reason }: { command: string; queue: string; reason: string | undefined },
): Promise<string> => {
  const deadName = deadQueue(queue);
  const messageCount = await countMessages(connection, deadName);
  // The broker confirms a message to a missing queue although it drops it.
  if (command === 'redrive') await countMessages(connection, queue);
  const channel = await connection.createConfirmChannel();
  let discardedCount = 0;
  for (let count = 0; count < messageCount; count += 1) {
    const letter = await channel.get(deadName);
    if (!letter) break;
    if (command === 'discard' && reasonOf(letter) !== reason) continue;
    print(describe(letter));
    if (command === 'redrive') {
      channel.sendToQueue(queue, letter.content, {
        persistent: true,
        contentType: 'application/json',
        messageId: letter.properties.messageId as string,
      });
      await channel.waitForConfirms();
    }
    if (command !== 'list') channel.ack(letter);
    if (command === 'discard') discardedCount += 1;
  }
  // Other messages are not acknowledged: closing requeues them. The channel closes before the connection, whose close may overtake
  // the last acknowledgement.
  await channel.close();
  return command === 'discard'
    ? `${discardedCount} dead letter(s) of ${deadName} deleted`
    : `${messageCount} dead letter(s) in ${deadName}${command === 'redrive' ? ', sent again' : ''}`;
};

await runCommand({ help: HELP, allowPositionals: true }, async ({ positionals: [command = '', queue, reason] }) => {
  if (!COMMANDS.includes(command)) throw new UsageError('Which command? Give list, redrive or discard.');
  if (queue === undefined) throw new UsageError('Which queue?');
  if (command === 'discard' && reason === undefined) throw new UsageError('Which reason? Give one that list shows.');
  const { RABBIT_URL } = readConfig(z.object({ RABBIT_URL: amqpAddress() }));
  const connection = await connect(RABBIT_URL);
  try {
    print(await handleLetters(connection, { command, queue, reason }));
  } finally {
    await connection.close();
  }
});
