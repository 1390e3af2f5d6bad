import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';

/** Startup parameters that PgBouncer accepts; any other closes the connection. */
const STARTUP_PARAMETERS = new Set([
  'user',
  'database',
  'client_encoding',
  'DateStyle',
  'TimeZone',
  'standard_conforming_strings',
  'application_name',
]);

/** Encodes a protocol message: type, length without the type, content. */
const message = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
};
const READY = message('Z', Buffer.from('I'));
const errorOf = (code: string, text: string) =>
  message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`, 'utf8'));

/** Splits a stream into messages; the first message of a client has no type. */
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
  /** Handles messages from the server. */
  receive: (type: string, whole: Buffer) => void;
}

/** Opens a server session, logged in by pg, whose raw socket is used afterwards. */
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

/** Number of sessions on the server. */
const SESSIONS = 2;

/**
 * Creates a pooler in transaction mode, as strict as the oldest PgBouncer: each transaction gets the server session that was idle
 * for the longest time, and a connection ends on an unknown startup parameter or a named statement.
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
    const reject = (text: string) => socket.end(errorOf('08P01', text));
    const start = (whole: Buffer) => {
      const fields = whole.subarray(8).toString('utf8').split('\0');
      const names = fields.filter((name, index) => index % 2 === 0 && name !== '');
      const unknown = names.find((name) => !STARTUP_PARAMETERS.has(name));
      if (unknown !== undefined) return void reject(`unsupported startup parameter: ${unknown}`);
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
    };
    socket.on(
      'data',
      splitter(true, (type, whole) => {
        if (type === '') return start(whole);
        if (type === 'X') return void socket.end();
        if (type === 'P' && whole[5] !== 0) return void reject('prepared statements are not supported');
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
