import { describe, jest } from '@jest/globals';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ROWS } from '../src/routes.ts';
import { onCleanup, ping, start } from './start-gateway.ts';

afterEach(() => void jest.restoreAllMocks());

const rows = ROWS.map((row) => ({ ...row, timeoutMs: 200 }));

describe('the gateway', () => {
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
    const html = await page.text();
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
    expect(page.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`);
    expect(style).toContain('prefers-color-scheme:light');
    expect(html).not.toMatch(/<script|<link|<img/);
    expect(html).toContain('<meta http-equiv="refresh" content="5">');
  });

  test('serves its error pages in the brand’s fonts while the shell is down', async () => {
    const { url } = await start({ shell: (request) => void request.socket.destroy() });
    const page = await fetch(`${url}/nina`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(502);
    expect(page.headers.get('content-security-policy')).toContain("font-src 'self'");
    const fonts = [...(await page.text()).matchAll(/font-family:'([^']+)'[^}]*url\('([^']+)'\)/g)];
    expect(fonts.map(([, family]) => family)).toEqual(['Imbue', 'Instrument Sans']);
    for (const [, , path = ''] of fonts) {
      const font = await fetch(url + path);
      expect([font.status, font.headers.get('content-type'), font.headers.get('cache-control')]).toEqual([
        200,
        'font/woff2',
        'public, max-age=31536000, immutable',
      ]);
      const file = path.replace(/^\/fonts\/([\w-]+)\.\w+\.woff2$/, '../../packages/ui/src/fonts/$1.woff2');
      const original = await readFile(join(import.meta.dirname, file));
      expect(Buffer.from(await font.arrayBuffer()).equals(original)).toBe(true);
    }
  });

  test('shows a person who opens a malformed address a page that leads home, and a client JSON', async () => {
    const { url } = await start({});
    const page = await fetch(`${url}/%00`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(html).toContain('<h1>Demande impossible</h1>');
    expect(html).toContain('<a href="/">');
    expect(html).not.toContain('http-equiv');
    expect((await fetch(`${url}/%00`)).headers.get('content-type')).toContain('application/json');
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
    // More than all buffers on the way can hold: it is sent completely only if the gateway continues to read.
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
    const result = await fetch(`${url}/uploads/items/x/640.mp4`);
    expect(result.status).toBe(200);
    await expect(result.arrayBuffer()).rejects.toThrow();
  });

  test('follows a service to its new listener, though the former one still responds on pooled connections', async () => {
    const former = createServer((_request, response) => void response.writeHead(404).end());
    const present = createServer((_request, response) => response.end('present'));
    let listener = former;
    // Behaves as the address of a Kubernetes service: each new connection leads to the current listener.
    const address = createTcpServer((socket) => void listener.emit('connection', socket)).listen(0, '127.0.0.1');
    await once(address, 'listening');
    onCleanup(() => {
      address.close();
      former.closeAllConnections();
      present.closeAllConnections();
    });
    const { port } = address.address() as AddressInfo;
    const { url } = await start({}, { upstreamAddresses: { affiliate: `http://127.0.0.1:${port}` } });
    const read = async () => (await fetch(`${url}/api/affiliates/x`)).status;
    const startedAt = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(startedAt);
    expect(await read()).toBe(404);
    listener = present;
    expect(await read()).toBe(404);
    // One request a second, so that the connection is never idle for long.
    const statuses = [];
    for (let second = 1; second <= 32; second += 1) {
      clock.mockReturnValue(startedAt + second * 1_000);
      statuses.push(await read());
    }
    expect(statuses.lastIndexOf(404)).toBeLessThan(31);
    expect(statuses.at(-1)).toBe(200);
  });
});
