import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/**
 * The smallest SMTP server (RFC 5321): keeps each message as it came over the wire; it knows nobody whose name begins with "refused".
 */
export const startMailServer = async () => {
  const messages: { to: string; source: string }[] = [];
  let isDown = false;
  const server = createServer((socket) => {
    let to = '';
    let pending = '';
    let reading = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const command = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'RCPT') to = /<(.*)>/.exec(line)?.[1] ?? '';
      if (to.startsWith('refused')) return say(`550 nobody is called ${to}`);
      if (verb === 'DATA') {
        reading = true;
        return say('354 go on');
      }
      if (verb === 'QUIT') return socket.end('221 bye\r\n');
      say('250 ok');
    };
    socket.on('error', () => socket.destroy());
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      pending += chunk;
      for (;;) {
        const end = pending.indexOf(reading ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const part = pending.slice(0, end);
        pending = pending.slice(end + (reading ? 5 : 2));
        if (!reading) command(part);
        else {
          reading = false;
          messages.push({ to, source: part });
          say('250 taken');
        }
      }
    });
    say(isDown ? '421 not now' : '220 ready');
    if (isDown) socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    setDown: (down: boolean) => {
      isDown = down;
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
};

/** The text of a message in quoted-printable, as a reader sees it. */
export const readable = (source: string): string =>
  Buffer.from(
    source.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
