import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { serve } from '../src/serve.ts';

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
  test('When a client keeps its connection, then it is told to give it up before a draining process would close it', async () => {
    const { port } = await started((_request, response) => response.end('ok'));
    const agent = new Agent({ keepAlive: true });
    cleanups.push(() => agent.destroy());
    const hint = await new Promise((resolve) =>
      request({ port, host: '127.0.0.1', agent }, (response) => resolve(response.resume().headers['keep-alive'])).end(),
    );
    // DRAIN_SECONDS is 5 in production; Node's clients stop using a connection one second before the end they are told.
    expect(hint).toBe('timeout=4');
  });

  test('When a request runs while the server closes, then it is answered', async () => {
    let arrived: (answer: () => void) => void = () => undefined;
    const running = new Promise<() => void>((resolve) => {
      arrived = resolve;
    });
    const { port, close } = await started((_request, response) => arrived(() => response.end('late')));
    const asked = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
    const answer = await running;
    const closed = close(5_000);
    answer();
    expect(await asked).toBe('late');
    await closed;
  });
});

/** Sends bytes; resolves with everything that came back once the server has closed the connection. */
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
    let answer: () => void = () => undefined;
    const { port } = await started(
      (_request, response) => void (answer = () => response.end('late')),
      // Called while the response is pending.
      () => answer(),
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
    // What Node reports after the time for the header fields.
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
