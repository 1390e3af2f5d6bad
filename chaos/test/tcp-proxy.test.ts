import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { startTcpProxy } from '../src/tcp-proxy.ts';
import type { TcpProxy } from '../src/tcp-proxy.ts';

/** Longer than a round trip over loopback, short enough for a test. */
const SILENCE_MS = 150;

let echo: Server;
let proxy: TcpProxy;
let client: Socket;
let received: string;
let accepted: Socket[];

const open = async () => {
  const socket = connect({ port: proxy.port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  socket.on('data', (part: Buffer) => {
    received += part.toString();
  });
  await once(socket, 'connect');
  return socket;
};
/** Resolves on "close" even after an error, where `once` of node:events rejects. */
const closing = (socket: Socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve()));
const receives = async (text: string) => {
  const deadline = Date.now() + 5_000;
  while (received !== text && Date.now() < deadline) await pause(10);
  expect(received).toBe(text);
};

beforeEach(async () => {
  accepted = [];
  echo = createServer((socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  proxy = await startTcpProxy((echo.address() as AddressInfo).port);
  received = '';
  client = await open();
});
afterEach(async () => {
  client.destroy();
  await proxy.stop();
  for (const socket of accepted) socket.destroy();
  echo.close();
});

describe('the proxy before a server', () => {
  test('passes every byte on without a fault', async () => {
    const text = 'x'.repeat(300_000);
    client.write(text);
    await receives(text);
  });

  test('swallows segments of old and new connections in a black hole, and delivers them afterwards', async () => {
    client.write('before ');
    await receives('before ');
    const close = proxy.openBlackHole(true);
    const late = await open();
    client.write('old ');
    await pause(SILENCE_MS);
    late.write('new ');
    await pause(SILENCE_MS);
    expect(received).toBe('before ');
    close();
    await receives('before old new ');
    late.destroy();
  });

  test('resets the connections of a black hole that loses its segments', async () => {
    const close = proxy.openBlackHole(false);
    client.write('lost');
    await pause(SILENCE_MS);
    const closed = closing(client);
    close();
    await closed;
    expect(received).toBe('');
  });

  test('delays each segment while it is slow', async () => {
    const heal = proxy.slow({ latencyMs: SILENCE_MS, bytesPerSecond: 1_000_000 });
    const sentAt = Date.now();
    client.write('a');
    await receives('a');
    // One delay in each direction.
    expect(Date.now() - sentAt).toBeGreaterThanOrEqual(2 * SILENCE_MS - 10);
    heal();
  });

  test('leaves the client on a silent connection when the server’s side has ended', async () => {
    client.write('a');
    await receives('a');
    const heal = proxy.leaveHalfOpen();
    client.write('b');
    await pause(SILENCE_MS);
    expect(received).toBe('a');
    expect(client.destroyed).toBe(false);
    const other = await open();
    other.write('c');
    await receives('ac');
    const closed = closing(client);
    heal();
    await closed;
    other.destroy();
  });
});
