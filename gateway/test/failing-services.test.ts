import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ROWS } from '../src/routes.ts';
import { onCleanup, ping, start } from './start-gateway.ts';

const rows = ROWS.map((row) => ({ ...row, timeoutMs: 200 }));

test('responds with 503 in French and Retry-After where a service is unreachable, and serves the other rows', async () => {
  const { url } = await start({ catalogue: ping() });
  const away = await fetch(`${url}/api/auth/login`, { method: 'POST', body: '{}' });
  expect(away.status).toBe(503);
  expect(away.headers.get('retry-after')).toBe('2');
  expect(await away.json()).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    error: expect.stringContaining('indisponible'),
  });
  expect((await fetch(`${url}/api/models`)).status).toBe(200);
});

test('responds with 504 where a service does not respond and with 502 where it breaks off', async () => {
  const { url } = await start(
    { identity: () => {}, affiliate: (request) => void request.socket.destroy(), shell: () => {} },
    { rows },
  );
  expect((await fetch(`${url}/api/auth/login`, { method: 'POST', body: '{}' })).status).toBe(504);
  expect((await fetch(`${url}/api/affiliates/x/verify`, { method: 'POST', body: '{}' })).status).toBe(502);
  const page = await fetch(`${url}/nina`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([504, 'text/html; charset=utf-8']);
});

test('retries a read once when a pooled connection was closed', async () => {
  let calls = 0;
  const { url } = await start({
    affiliate: (request, response) => void (++calls === 2 ? request.socket.destroy() : response.end(String(calls))),
  });
  await fetch(`${url}/api/affiliates/x`);
  expect(await (await fetch(`${url}/api/affiliates/x`)).text()).toBe('3');
});

test('retries the load of a cached response when a pooled connection was closed', async () => {
  let calls = 0;
  const { url } = await start({
    catalogue: (request, response) => void (++calls === 2 ? request.socket.destroy() : response.end(String(calls))),
  });
  await fetch(`${url}/api/models`);
  expect(await (await fetch(`${url}/api/models/nina`)).text()).toBe('3');
});

test('responds with 502 when a service dies in the middle of an upload, reads the rest of the body, and closes the connection', async () => {
  const { url } = await start({
    media: (request) => void request.once('data', () => request.socket.destroy()),
    billing: ping(),
  });
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onCleanup(() => void socket.destroy());
  let received = '';
  socket.on('data', (part: Buffer) => (received += part.toString()));
  // More than any buffer on the way holds: it can only be sent to its end while the gateway reads on.
  const body = Array.from({ length: 512 }, () => Buffer.alloc(64 * 1024));
  socket.write(
    `POST /api/upload/photos/nina HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length * 64 * 1024}\r\n\r\n`,
  );
  await pipeline(Readable.from(body), socket, { end: false });
  await once(socket, 'end');
  expect(received).toMatch(/^HTTP\/1\.1 502 [^{]*connection: close[^{]*\{[^}]*"code":"BAD_GATEWAY"[^}]*\}$/i);
});

test('breaks its response off when a service dies in the middle of one', async () => {
  const { url } = await start({
    media: (_request, response) =>
      response.writeHead(200, { 'content-length': '1000' }).write('half', () => void response.destroy()),
  });
  const answer = await fetch(`${url}/uploads/items/x/640.mp4`);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
});
