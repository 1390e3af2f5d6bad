import { connect } from 'amqplib';
import type { GetMessage } from 'amqplib';
import { QUEUES } from 'contracts/events';
import { z } from 'zod';
import { amqpAddress, readConfig } from './config.ts';
import { deadQueue } from './queues.ts';
import { runCommand, UsageError } from './run-command.ts';

const HELP = `Usage: npm run dead-letters -- list|redrive <queue>

Lists a service's dead letters and requeues them.

  list <queue>     shows time, name, id, attempts and reason of each
  redrive <queue>  puts them back into the service's queue

<queue>: ${Object.keys(QUEUES).join(', ')}.
RABBIT_URL (or RABBIT_URL_FILE) is the address of the broker.`;

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

await runCommand({ help: HELP, allowPositionals: true }, async ({ positionals: [command, queue] }) => {
  if (command !== 'list' && command !== 'redrive') throw new UsageError('Which command? Give list or redrive.');
  if (queue === undefined) throw new UsageError('Which queue?');
  const { RABBIT_URL } = readConfig(z.object({ RABBIT_URL: amqpAddress() }));
  const connection = await connect(RABBIT_URL);
  const channel = await connection.createConfirmChannel();
  const { messageCount } = await channel.checkQueue(deadQueue(queue));
  // The broker confirms a message to a missing queue although it drops it.
  if (command === 'redrive') await channel.checkQueue(queue);
  const describe = (message: GetMessage) => {
    const { headers = {} } = message.properties;
    const deaths = headers['x-death'] as { reason?: string }[] | undefined;
    const reason = String(headers['x-reason'] ?? deaths?.[0]?.reason ?? 'unknown');
    const { occurredAt = '?', name = 'unreadable', id = '?' } = readLetter(message.content);
    return `${String(occurredAt)}  ${String(name)}  ${String(id)}  attempts: ${String(headers['x-attempt'] ?? 0)}  reason: ${reason}`;
  };
  for (let count = 0; count < messageCount; count += 1) {
    const message = await channel.get(deadQueue(queue));
    if (!message) break;
    process.stdout.write(`${describe(message)}\n`);
    if (command === 'redrive') {
      channel.sendToQueue(queue, message.content, {
        persistent: true,
        contentType: 'application/json',
        messageId: message.properties.messageId as string,
      });
      await channel.waitForConfirms();
      channel.ack(message);
    }
  }
  process.stdout.write(
    `${messageCount} dead letter(s) in ${deadQueue(queue)}${command === 'redrive' ? ', sent again' : ''}\n`,
  );
  // Listed messages are not acknowledged: closing requeues them. The channel closes first, because closing the connection may
  // overtake its last acknowledgement.
  await channel.close();
  await connection.close();
});
