import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface ReceivedMail {
  /** Addresses of MAIL FROM and RCPT TO. */
  envelopeFrom: string;
  to: string;
  /** Raw source of the message. */
  source: string;
}

/** up; down: closes each connection with 421; silent: accepts connections and sends nothing; dripping: a greeting that never ends. */
type Mode = 'up' | 'down' | 'silent' | 'dripping';

/** Rejections by the prefix of the recipient's name. */
const REJECTIONS: Record<string, string> = {
  rejected: '550 5.1.1 no such mailbox',
  blocked: '550 5.7.1 relaying denied',
  full: '452 4.2.2 mailbox full',
};
const DRIP_INTERVAL_MS = 20;

/** Starts a minimal SMTP server (RFC 5321). It never responds to the RCPT command of a recipient whose name begins with "stuck". */
export const startMailServer = async () => {
  const messages: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let mode: Mode = 'up';
  let mostConnections = 0;
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    connections += 1;
    mostConnections = Math.max(mostConnections, sockets.size);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const reply = (line: string) => socket.write(`${line}\r\n`);
    if (mode === 'silent') return;
    if (mode === 'dripping') {
      const drip = setInterval(() => reply('220-one moment'), DRIP_INTERVAL_MS);
      socket.on('close', () => clearInterval(drip));
      return;
    }
    if (mode === 'down') return void socket.end('421 not now\r\n');

    let envelopeFrom = '';
    let to = '';
    let pending = '';
    let isReading = false;
    const handleCommand = (line: string) => {
      const verb = line.slice(0, 4).toUpperCase();
      const address = /<(.*)>/.exec(line)?.[1] ?? '';
      if (verb === 'MAIL') envelopeFrom = address;
      if (verb === 'RCPT') {
        to = address;
        if (to.startsWith('stuck')) return;
        const rejection = Object.entries(REJECTIONS).find(([name]) => to.startsWith(name))?.[1];
        if (rejection) return reply(rejection);
      }
      if (verb === 'DATA') {
        isReading = true;
        return reply('354 go on');
      }
      if (verb === 'QUIT') return socket.end('221 bye\r\n');
      reply('250 ok');
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      pending += chunk;
      for (;;) {
        const end = pending.indexOf(isReading ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const part = pending.slice(0, end);
        pending = pending.slice(end + (isReading ? 5 : 2));
        if (!isReading) handleCommand(part);
        else {
          isReading = false;
          messages.push({ envelopeFrom, to, source: part });
          reply('250 taken');
        }
      }
    });
    reply('220 ready');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const disconnect = () => sockets.forEach((socket) => socket.destroy());
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    messagesTo: (address: string) => messages.filter(({ to }) => to === address),
    openConnections: () => sockets.size,
    mostConnections: () => mostConnections,
    /** Returns the number of connections since the server started. */
    connections: () => connections,
    setMode: (next: Mode) => {
      mode = next;
    },
    disconnect,
    close: () => {
      disconnect();
      return new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
};

/** Decodes the text of a message in quoted-printable. */
export const readable = (source: string): string =>
  Buffer.from(
    source
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

/** Returns a header of a message, unfolded; undefined if it is missing. */
export const headerOf = (source: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'mi')
    .exec(source.slice(0, source.indexOf('\r\n\r\n')))?.[1]
    ?.replace(/\r\n[ \t]/g, ' ');
