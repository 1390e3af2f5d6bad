import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';

/** What PgBouncer accepts in a startup message; others end the connection. */
const STARTUP_PARAMETERS = new Set([
  'user',
  'database',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
  'application_name',
]);

/** A message of the protocol: its type, its length without the type, its content. */
const message = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
};
const READY = message('Z', Buffer.from('I'));
const errorOf = (code: string, text: string) =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`, 'utf8'));

/** Splits a stream into messages; the first of a client has no type. */
const splitter = (hasStartup: boolean, take: (type: string, whole: Buffer) => void) => {
  let rest = Buffer.alloc(0);
  let isStartup = hasStartup;
  return (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      const offset = isStartup ? 0 : 1;
      if (rest.length < offset + 4) return;
      const end = offset + rest.readInt32BE(offset);
      if (rest.length < end) return;
      const whole = rest.subarray(0, end);
      rest = rest.subarray(end);
      const type = isStartup ? '' : String.fromCharCode(whole[0] ?? 0);
      isStartup = false;
      take(type, whole);
    }
  };
};

interface Backend {
  socket: Socket;
  /** Takes what the server sends. */
  receive: (type: string, whole: Buffer) => void;
}

/** A session of the server, logged in by pg, whose socket is then used as it is. */
const openBackend = async (url: string): Promise<Backend> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.removeAllListeners('data').removeAllListeners('error').removeAllListeners('close').removeAllListeners('end');
  stream.on('error', () => undefined);
  const backend: Backend = { socket: stream, receive: () => undefined };
  stream.on(
    'data',
    splitter(false, (type, whole) => backend.receive(type, whole)),
  );
  stream.resume();
  return backend;
};

/** Of the server. */
const SESSIONS = 2;

/**
 * A pooler in transaction mode, as strict as PgBouncer's oldest: each transaction takes the session of the server that was free
 * for the longest, a startup parameter beyond the few that it follows ends the connection, and so does a named statement.
 */
export const createTransactionPooler = async (url: string) => {
  const free = await Promise.all(Array.from({ length: SESSIONS }, () => openBackend(url)));
  const all = [...free];
  const waiting: ((backend: Backend) => void)[] = [];
  const near = new Set<Socket>();

  const server = createServer((socket) => {
    near.add(socket);
    let held: Backend | undefined;
    let isRequested = false;
    let pending: Buffer[] = [];
    const use = (backend: Backend) => {
      held = backend;
      backend.receive = (type, whole) => {
        socket.write(whole);
        if (type !== 'Z' || whole[5] !== 'I'.charCodeAt(0)) return;
        held = undefined;
        isRequested = false;
        const next = waiting.shift();
        if (next) next(backend);
        else free.push(backend);
      };
      backend.socket.write(Buffer.concat(pending));
      pending = [];
    };
    const refuse = (text: string) => socket.end(errorOf('08P01', text));
    const start = (whole: Buffer) => {
      const fields = whole.subarray(8).toString('utf8').split('\0');
      const names = fields.filter((name, index) => index % 2 === 0 && name !== '');
      const unknown = names.find((name) => !STARTUP_PARAMETERS.has(name));
      if (unknown !== undefined) return void refuse(`unsupported startup parameter: ${unknown}`);
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
    };
    socket.on(
      'data',
      splitter(true, (type, whole) => {
        if (type === '') return start(whole);
        if (type === 'X') return void socket.end();
        if (type === 'P' && whole[5] !== 0) return void refuse('prepared statements are not supported');
        if (held) return void held.socket.write(whole);
        pending.push(whole);
        if (isRequested) return;
        isRequested = true;
        const backend = free.shift();
        if (backend) use(backend);
        else waiting.push(use);
      }),
    );
    socket.on('error', () => undefined);
    socket.on('close', () => near.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = new URL(url);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address.href,
    close: async (): Promise<void> => {
      for (const socket of near) socket.destroy();
      for (const { socket } of all) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
};
