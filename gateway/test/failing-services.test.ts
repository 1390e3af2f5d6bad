import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ROWS } from '../src/routes.ts';
import { afterwards, ping, start } from './start-gateway.ts';

const rows = ROWS.map((row) => ({ ...row, timeout: 200 }));

test('When a service is away, then its row answers 503 in French with Retry-After and the others work', async () => {
  const { url } = await start({ catalogue: ping() });
  const away = await fetch(`${url}/api/auth/login`, { method: 'POST', body: '{}' });
  expect(away.status).toBe(503);
  expect(away.headers.get('retry-after')).toBe('2');
  expect(await away.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', error: expect.stringContaining('indisponible') });
  expect((await fetch(`${url}/api/models`)).status).toBe(200);
});

test('When a service does not answer, then 504; when it breaks off, then 502', async () => {
  const { url } = await start({ identity: () => {}, affiliate: (request) => void request.socket.destroy(), shell: () => {} }, { rows });
  expect((await fetch(`${url}/api/auth/login`, { method: 'POST', body: '{}' })).status).toBe(504);
  expect((await fetch(`${url}/api/affiliates/x/verify`, { method: 'POST', body: '{}' })).status).toBe(502);
  const page = await fetch(`${url}/nina`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([504, 'text/html; charset=utf-8']);
});

test('When a kept connection has gone stale, then a read is asked once more', async () => {
  let calls = 0;
  const { url } = await start({ affiliate: (request, response) => void (++calls === 2 ? request.socket.destroy() : response.end(String(calls))) });
  await fetch(`${url}/api/affiliates/x`);
  expect(await (await fetch(`${url}/api/affiliates/x`)).text()).toBe('3');
});

test('When a kept connection has gone stale, then what is kept for visitors is asked for once more, too', async () => {
  let calls = 0;
  const { url } = await start({ catalogue: (request, response) => void (++calls === 2 ? request.socket.destroy() : response.end(String(calls))) });
  await fetch(`${url}/api/models`);
  expect(await (await fetch(`${url}/api/models/nina`)).text()).toBe('3');
});

test('When a service dies in the middle of an upload, then the answer is 502, the rest of the body is taken, and the connection goes on', async () => {
  const { url } = await start({ media: (request) => void request.once('data', () => request.socket.destroy()), billing: ping() });
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  afterwards(() => void socket.destroy());
  let heard = '';
  socket.on('data', (part: Buffer) => (heard += part.toString()));
  // More than any buffer on the way holds: it can only be sent to its end when the gateway reads on.
  const body = Array.from({ length: 512 }, () => Buffer.alloc(64 * 1024));
  socket.write(`POST /api/upload/photos/nina HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length * 64 * 1024}\r\n\r\n`);
  await pipeline(Readable.from(body), socket, { end: false });
  socket.write('GET /api/subscription HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  await once(socket, 'end');
  expect(heard).toMatch(/^HTTP\/1\.1 502 [^{]*\{[^}]*"code":"BAD_GATEWAY"[^}]*\}HTTP\/1\.1 200 /);
});

test('When a service dies in the middle of its answer, then the answer breaks off, and does not look whole', async () => {
  const { url } = await start({ media: (_request, response) => response.writeHead(200, { 'content-length': '1000' }).write('half', () => void response.destroy()) });
  const answer = await fetch(`${url}/uploads/items/x/640.mp4`);
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
});
