import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { serve } from '../src/serve.ts';
import { eventually } from 'testing/eventually';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const started = async (listener: RequestListener, onMalformed?: (code: string) => void) => {
  const server = await serve(listener, { port: 0, host: '127.0.0.1', onMalformed });
  cleanups.push(() => server.close(0));
  return server;
};

describe('serving', () => {
  test('advertises a keep-alive time that ends before a draining process would close the connection', async () => {
    const { port } = await started((_request, response) => response.end('ok'));
    const agent = new Agent({ keepAlive: true });
    cleanups.push(() => agent.destroy());
    const hint = await new Promise((resolve) =>
      request({ port, host: '127.0.0.1', agent }, (response) => resolve(response.resume().headers['keep-alive'])).end(),
    );
    // DRAIN_SECONDS is 5 in production; Node's clients stop using a connection one second before the advertised end.
    expect(hint).toBe('timeout=4');
  });

  test('responds to a request that runs while the server closes', async () => {
    let arrived: (result: () => void) => void = () => undefined;
    const running = new Promise<() => void>((resolve) => {
      arrived = resolve;
    });
    const { port, close } = await started((_request, response) => arrived(() => response.end('late')));
    const response = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
    const result = await running;
    const closed = close(5_000);
    result();
    expect(await response).toBe('late');
    await closed;
  });

  test.each([
    ['opened ahead of need, without a byte', ''],
    ['in the middle of the header fields', 'GET / HTTP/1.1\r\nhost: x\r\n'],
    ['that broke off within its second request', `GET / HTTP/1.1\r\nhost: x\r\n\r\nGET / HTT`],
  ])('closes without waiting for a connection %s', async (_name, bytes) => {
    const { server, port, close } = await started((_request, response) => response.end('ok'));
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    cleanups.push(() => socket.destroy());
    const [connection] = (await accepted) as [Socket];
    if (bytes) {
      socket.write(bytes);
      await eventually(() => connection.bytesRead === bytes.length, 'the bytes have arrived');
    }
    const ended = once(socket.resume(), 'close');
    // The drain may take 15 minutes, but must end long before the timeout of a test.
    await close(15 * 60_000);
    await ended;
  });

  test('closes a connection after its running response, without the keep-alive time', async () => {
    const arrived = Promise.withResolvers<() => void>();
    const { port, close } = await started((_request, response) => {
      response.write('begun, ');
      arrived.resolve(() => response.end('finished'));
    });
    const agent = new Agent({ keepAlive: true });
    cleanups.push(() => agent.destroy());
    const body = new Promise<string>((resolve) => {
      request({ port, host: '127.0.0.1', agent }, (response) => void text(response).then(resolve)).end();
    });
    const finish = await arrived.promise;
    const closed = close(15 * 60_000);
    finish();
    expect(await body).toBe('begun, finished');
    await closed;
  });
});

/** Sends bytes; resolves with all received bytes once the server has closed the connection. */
const sendRaw = async (port: number, bytes: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString('latin1')));
  socket.write(bytes);
  await once(socket, 'close');
  return received;
};
const statusesIn = (received: string): number[] =>
  [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));

const READ = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

describe('a connection whose bytes are no HTTP', () => {
  test.each([
    ['a malformed request line', 'GET\r\n\r\n', 400],
    ['fields beyond 16 KiB', `GET / HTTP/1.1\r\nhost: x\r\nx-a: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is rejected and closed: %s', async (_name, bytes, status) => {
    const codes: string[] = [];
    const { port } = await started(
      (_request, response) => response.end('ok'),
      (code) => void codes.push(code),
    );
    const received = await sendRaw(port, bytes);
    expect(statusesIn(received)).toEqual([status]);
    expect(received).toMatch(/^connection: close$/im);
    expect(codes).toEqual([expect.stringMatching(/^HPE_/)]);
  });

  test('gets the pending response to the request before them, and no other', async () => {
    let result: () => void = () => undefined;
    const { port } = await started(
      (_request, response) => void (result = () => response.end('late')),
      // Called while the response is pending.
      () => result(),
    );
    const received = await sendRaw(port, `${READ}\0\0\r\n\r\n`);
    expect(statusesIn(received)).toEqual([200]);
    expect(received).toContain('late');
  });

  test('is rejected with 400 where the body of its request is malformed', async () => {
    const { port } = await started((incoming, response) => void incoming.resume().on('end', () => response.end('ok')));
    expect(
      statusesIn(await sendRaw(port, 'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n')),
    ).toEqual([400]);
  });
});

describe('an expectation', () => {
  test('gets no response where it has sent nothing: a browser would take it for that to its next request', async () => {
    const { server, port } = await started((_request, response) => response.end('ok'));
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1');
    const [connection] = (await accepted) as [Socket];
    const received: Buffer[] = [];
    socket.on('data', (part: Buffer) => received.push(part));
    // The error that Node reports when the header fields time out.
    server.emit('clientError', Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), connection);
    await once(socket, 'close');
    expect(received).toEqual([]);
  });

  test('other than 100-continue is ignored', async () => {
    const { port } = await started((_request, response) => response.end('ok'));
    expect(
      statusesIn(await sendRaw(port, 'GET / HTTP/1.1\r\nhost: x\r\nexpect: 200-ok\r\nconnection: close\r\n\r\n')),
    ).toEqual([200]);
  });
});
