import { connect } from 'amqplib';
import type { GetMessage } from 'amqplib';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { amqpAddress, ConfigError, readConfig } from './config.ts';
import { deadQueue } from './queues.ts';

const HELP = `Lists a service's dead letters and requeues them.

  npm run dead-letters -- list <queue>       shows name, id and attempts of each
  npm run dead-letters -- redrive <queue>    puts them back into the service's queue

<queue>: identity, catalogue, media, media-worker, affiliate or billing.
RABBIT_URL (or RABBIT_URL_FILE) is the address of the broker.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [command, queue] = positionals;

if (values.help || !queue || (command !== 'list' && command !== 'redrive')) {
  process.stdout.write(`${HELP}\n`);
  process.exit(values.help ? 0 : 2);
}
const readAddress = (): string => {
  try {
    return readConfig(z.object({ RABBIT_URL: amqpAddress() })).RABBIT_URL;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
};

const connection = await connect(readAddress());
const channel = await connection.createConfirmChannel();
const { messageCount } = await channel.checkQueue(deadQueue(queue));
const describe = (message: GetMessage) => {
  const { name, id, occurredAt } = JSON.parse(message.content.toString('utf8')) as Record<string, unknown>;
  return `${String(occurredAt)}  ${String(name)}  ${String(id)}  attempts: ${String(message.properties.headers?.['x-attempt'] ?? 0)}`;
};
for (let seen = 0; seen < messageCount; seen += 1) {
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
// What was only listed was never acknowledged: closing puts it back.
await connection.close();
