import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync } from 'node:zlib';
import { createEvent } from 'service-kit/outbox';
import { createLogger } from 'service-kit/logger';
import { createGateway } from '../src/app.ts';
import { createGatewayMetrics } from '../src/metrics.ts';
import type { GatewayMetrics } from '../src/metrics.ts';
import { ROWS } from '../src/routes.ts';
import type { Row, Target } from '../src/routes.ts';

const NOWHERE = 'http://127.0.0.1:9';
const closers: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const start = async (services: Partial<Record<Target, RequestListener>>, options: { rows?: readonly Row[]; rateLimitFactor?: number; metrics?: GatewayMetrics } = {}) => {
  const names: Target[] = ['identity', 'catalogue', 'media', 'affiliate', 'billing', 'shell', 'remotePublic', 'remoteAdmin', 'remoteAffiliate'];
  const targets = Object.fromEntries(await Promise.all(names.map(async (name) => [name, services[name] ? await listen(services[name]) : NOWHERE]))) as Record<Target, string>;
  const gateway = createGateway({ publicUrl: 'https://coulisses.example', targets, logger: createLogger('gateway', 'silent'), ...options });
  closers.push(() => gateway.close());
  return { gateway, url: await listen(gateway.listener) };
};

const model = { id: crypto.randomUUID(), slug: 'nina', previousSlugs: [], name: 'Nina', affiliateId: null, emailFromName: '', emailFromEmail: '', telegramLink: '', adexicoBaseUrl: '', adexicoSourceId: 'BA', assets: [] };

const ping = (received: IncomingMessage[] = []): RequestListener => (request, response) => {
  received.push(request);
  request.resume();
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ count: received.length }));
};

describe('the table', () => {
  test.each([
    ['/api/auth/check-payment', 'billing'],
    ['/api/auth/login', 'identity'],
    ['/api/admin/verify', 'identity'],
    ['/api/models', 'catalogue'],
    ['/api/affiliates/aff-one/models/42', 'catalogue'],
    ['/api/affiliates/aff-one', 'affiliate'],
    ['/api/upload/avatar/nina', 'media'],
    ['/uploads/public/x/1280.webp', 'media'],
    ['/redirect/payment?affiliate=nina', 'billing'],
    ['/api/postbacks/sandbox', 'billing'],
    ['/nina/live', 'shell'],
  ] as const)('When %s is asked for, then %s answers', async (path, target) => {
    const { url } = await start({ [target]: (_request: IncomingMessage, response: import('node:http').ServerResponse) => void response.end(target) });
    expect(await (await fetch(url + path)).text()).toBe(target);
  });

  test('When a remote is asked for, then it gets the path without its prefix', async () => {
    const { url } = await start({ remoteAdmin: (request, response) => void response.end(request.url) });
    expect(await (await fetch(`${url}/remotes/admin/mf-manifest.json?a=1`)).text()).toBe('/mf-manifest.json?a=1');
  });

  test('When an unknown call under /api is made, then the answer is 404 as JSON, and a wrong method on the gateway’s own is 405', async () => {
    const { url } = await start({ shell: ping() });
    const unknown = await fetch(`${url}/api/nothing`);
    expect([unknown.status, await unknown.json()]).toEqual([404, { error: expect.any(String), code: 'NOT_FOUND', requestId: unknown.headers.get('x-request-id') ?? expect.any(String) }]);
    expect((await fetch(`${url}/api/docs`, { method: 'POST' })).status).toBe(405);
  });
});

describe('headers', () => {
  test('When a client claims to be somebody, then the service hears only what the gateway knows', async () => {
    const received: IncomingMessage[] = [];
    const { url } = await start({ identity: ping(received) });
    await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      body: '{}',
      headers: { 'x-forwarded-for': '6.6.6.6', 'x-user-role': 'administrator', 'x-real-ip': '6.6.6.6', forwarded: 'for=6.6.6.6', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', authorization: 'Bearer a.b.c' },
    });
    const headers = received[0]?.headers ?? {};
    expect(headers['x-user-role']).toBeUndefined();
    expect(headers.forwarded).toBeUndefined();
    expect(headers['x-real-ip']).toBe('127.0.0.1');
    expect(headers['x-forwarded-for']).toBe('127.0.0.1');
    expect(headers['x-forwarded-host']).toBe('coulisses.example');
    expect(headers['x-forwarded-proto']).toBe('https');
    expect(headers.authorization).toBe('Bearer a.b.c');
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(headers.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/);
  });
});

describe('when services fail', () => {
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
    closers.push(() => void socket.destroy());
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

  test('When one address asks too often, then it is told to wait and no service hears of it', async () => {
    const received: IncomingMessage[] = [];
    const { url } = await start({ identity: ping(received) }, { rateLimitFactor: 2 / 600 });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push(await fetch(`${url}/api/auth/login`, { method: 'POST', body: '{}' }));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(Number(statuses[2]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(received).toHaveLength(2);
  });
});

describe('kept answers', () => {
  test('When a list was asked for, then it is kept for visitors until an event ends it; a token bypasses it', async () => {
    const received: IncomingMessage[] = [];
    const { url, gateway } = await start({ catalogue: ping(received) });
    const read = async (headers: Record<string, string> = {}) => (await (await fetch(`${url}/api/models`, { headers })).json()) as { count: number };
    expect(await read()).toEqual({ count: 1 });
    expect(await read()).toEqual({ count: 1 });
    expect(await read({ authorization: 'Bearer a.b.c' })).toEqual({ count: 2 });
    await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
    expect(await read()).toEqual({ count: 3 });
  });

  test('When many ask for the same at once, then the service is asked once; cookies and tokens of the first are not passed on', async () => {
    const received: IncomingMessage[] = [];
    const { url } = await start({ catalogue: (request, response) => void setImmediate(() => ping(received)(request, response)) });
    await Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/models`, { headers: { cookie: 'subscriber_view=x' } })));
    expect(received).toHaveLength(1);
    expect(received[0]?.headers.cookie).toBeUndefined();
  });

  test('When an event comes while an answer is on its way, then that answer is not kept', async () => {
    const received: IncomingMessage[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { url, gateway } = await start({
      catalogue: async (request, response) => {
        if (received.length === 0) {
          received.push(request);
          await gatewayHeard;
          response.setHeader('content-type', 'application/json').end('{"old":true}');
        } else ping(received)(request, response);
      },
    });
    const gatewayHeard = held;
    const first = fetch(`${url}/api/models/nina`);
    while (received.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await gateway.listeners['live.started']?.(createEvent('live.started', { id: model.id, slug: 'nina', until: null }, 1));
    release();
    await (await first).text();
    expect(await (await fetch(`${url}/api/models/nina`)).json()).toEqual({ count: 2 });
  });

  test('When the browser has the answer already, then 304; when it takes brotli, then brotli', async () => {
    const body = JSON.stringify({ text: 'rideau '.repeat(1000) });
    const { url } = await start({ shell: (_request, response) => void response.setHeader('content-type', 'text/html').setHeader('cache-control', 'public, max-age=0, must-revalidate').end(body) });
    const raw = await new Promise<{ headers: IncomingMessage['headers']; bytes: Buffer }>((resolve) =>
      httpRequest(`${url}/nina?sub1=x`, { headers: { 'accept-encoding': 'gzip, br' } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }));
      }).end(),
    );
    expect(raw.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(raw.bytes).toString()).toBe(body);
    const again = await fetch(`${url}/nina`, { headers: { 'if-none-match': String(raw.headers.etag) } });
    expect(again.status).toBe(304);
  });

  test('When pictures that everybody may see were asked for, then they are kept as they are until they are locked or deleted; what is signed or a film is not', async () => {
    const urls: string[] = [];
    const id = crypto.randomUUID();
    const { url, gateway } = await start({
      media: (request, response) => {
        urls.push(request.url ?? '');
        response.writeHead(200, { 'content-type': 'image/webp', 'cache-control': request.url?.includes('?') ? 'public, max-age=31536000, immutable' : 'public, max-age=60' }).end(Buffer.alloc(2_000));
      },
    });
    const read = async (path: string) => {
      const answer = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
      return [(await answer.arrayBuffer()).byteLength, answer.headers.get('content-encoding'), answer.headers.get('cache-control')];
    };
    const asked = async (...paths: string[]) => {
      urls.length = 0;
      for (const path of paths) await read(path);
      return [...urls];
    };
    const [picture, item] = [`/uploads/public/${id}/640.webp`, `/uploads/items/${id}/640.webp`];
    for (const version of ['1', '2']) expect(await read(`${picture}?v=${version}`)).toEqual([2_000, null, 'public, max-age=31536000, immutable']);
    expect(await read(picture)).toEqual([2_000, null, 'public, max-age=60']);
    expect(urls).toEqual([`${picture}?v`, picture]);
    expect(await asked(item, item)).toEqual([item]);
    expect(await asked(`${item}?signature=x`, `${item}?signature=x`)).toHaveLength(2);
    expect(await asked(`/uploads/items/${id}/720.mp4`, `/uploads/items/${id}/720.mp4`)).toHaveLength(2);
    await gateway.listeners['model.updated']?.(createEvent('model.updated', { ...model, assets: [{ id, access: 'unlocked' }] }, 2));
    expect(await asked(item)).toEqual([]);
    await gateway.listeners['model.updated']?.(createEvent('model.updated', { ...model, assets: [{ id, access: 'locked' }] }, 3));
    expect(await asked(item)).toEqual([item]);
    await gateway.listeners['asset.deleted']?.(createEvent('asset.deleted', { id, modelSlug: 'nina' }, 2));
    expect(await asked(picture, item)).toEqual([picture, item]);
  });

  test('When the service is late or away after an event, then visitors get the last answer for a moment; not of what was deleted', async () => {
    const waiting: import('node:http').ServerResponse[] = [];
    let isPressed = false;
    const { url, gateway } = await start({ catalogue: (_request, response) => void (isPressed ? waiting.push(response) : response.end('"first"')) });
    const read = async () => (await fetch(`${url}/api/models/nina`)).text();
    expect(await read()).toBe('"first"');
    isPressed = true;
    await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
    expect(await read()).toBe('"first"');
    waiting.shift()?.end('"second"');
    while ((await read()) !== '"second"') await new Promise((resolve) => setImmediate(resolve));

    await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 3));
    const failing = read();
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    waiting.shift()?.writeHead(503).end();
    expect(await failing).toBe('"second"');

    await gateway.listeners['model.deleted']?.(createEvent('model.deleted', { id: model.id, slug: 'nina', assets: [] }, 4));
    const gone = read();
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    waiting.shift()?.writeHead(404).end('gone');
    expect(await gone).toBe('gone');
  });

  test('When the store keeps the pictures, then the way to it is told', async () => {
    const { url } = await start({ media: (_request, response) => void response.writeHead(307, { location: 'https://store.example/x', 'cache-control': 'private, max-age=60' }).end() });
    const answer = await fetch(`${url}/uploads/blur/x.webp`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([307, 'https://store.example/x']);
  });

  test('When an answer is private or an error, then it is not kept', async () => {
    let calls = 0;
    const { url } = await start({ catalogue: (request, response) => void ((calls += 1), request.url === '/api/models' ? response.writeHead(503).end('{}') : response.writeHead(200, { 'cache-control': 'private, no-store' }).end('{}')) });
    for (const path of ['/api/models', '/api/models', '/api/models/nina', '/api/models/nina']) await (await fetch(url + path)).text();
    expect(calls).toBe(4);
  });
});

describe('streams', () => {
  test('When a large body is sent, then it reaches the service before it is complete here', async () => {
    let firstByte = () => {};
    const arrived = new Promise<void>((resolve) => (firstByte = resolve));
    const { url } = await start({
      media: (request, response) => {
        request.once('data', firstByte);
        let bytes = 0;
        request.on('data', (part: Buffer) => (bytes += part.length)).on('end', () => response.end(String(bytes)));
      },
    });
    const answer = new Promise<string>((resolve) => {
      const upload = httpRequest(`${url}/api/upload/photos/nina`, { method: 'POST' }, (response) => void response.on('data', (part: Buffer) => resolve(part.toString())));
      upload.write(Buffer.alloc(64 * 1024));
      void arrived.then(() => upload.end(Buffer.alloc(64 * 1024)));
    });
    expect(await answer).toBe(String(128 * 1024));
  });

  test('When more wait on a service than it can answer in time, then the next is refused at once, and kept answers and other rows go on', async () => {
    const waiting: import('node:http').ServerResponse[] = [];
    let full = () => {};
    const isFull = new Promise<void>((resolve) => (full = resolve));
    const { url } = await start(
      {
        catalogue: (request, response) => {
          if (request.headers.authorization === undefined) return void response.end('[]');
          waiting.push(response);
          if (waiting.length === 2) full();
        },
        billing: ping(),
      },
      { rows: ROWS.map((row) => (row.path === '/api/models' ? { ...row, inFlight: 2, waiting: 0 } : row)) },
    );
    const asSubscriber = () => fetch(`${url}/api/models`, { headers: { authorization: 'Bearer a.b.c' } });
    const first = [asSubscriber(), asSubscriber()];
    await isFull;

    const refused = await asSubscriber();
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([503, '1', expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' })]);
    expect((await fetch(`${url}/api/models`)).status).toBe(200);
    expect((await fetch(`${url}/api/subscription`)).status).toBe(200);

    waiting.splice(0).forEach((response) => response.end('[]'));
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    const again = asSubscriber();
    while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    waiting[0]?.end('[]');
    expect((await again).status).toBe(200);
  });

  test('When the only place is taken, then the next waits in line for it, and whoever finds the line full is refused', async () => {
    const waiting: import('node:http').ServerResponse[] = [];
    const { url } = await start({ billing: (_request, response) => void waiting.push(response) }, { rows: ROWS.map((row) => (row.path === '/api/subscription' ? { ...row, inFlight: 1, waiting: 1 } : row)) });
    const ask = () => fetch(`${url}/api/subscription`).then(({ status }) => status);
    const asked = [ask(), ask(), ask()];
    expect(await Promise.race(asked)).toBe(503);
    for (let answered = 0; answered < 2; answered += 1) {
      while (waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
      expect(waiting).toHaveLength(1);
      waiting.shift()?.end('{}');
    }
    expect((await Promise.all(asked)).sort()).toEqual([200, 200, 503]);
  });

  test('When a live starts, then those who listen are told', async () => {
    const { url, gateway } = await start({});
    const stream = await fetch(`${url}/api/live`);
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value ?? '';
    await gateway.listeners['live.started']?.(createEvent('live.started', { id: model.id, slug: 'nina', until: null }, 1));
    while (!text.includes('data:')) text += (await reader.read()).value ?? '';
    expect(text).toContain('event: live\ndata: {"slug":"nina","isLive":true,"until":null}');
    await reader.cancel();
  });
});

test('When the document is asked for, then it holds every call, and its page needs no script', async () => {
  const { url } = await start({});
  const document = (await (await fetch(`${url}/api/openapi.json`)).json()) as { paths: Record<string, Record<string, unknown>> };
  expect(Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length).toBeGreaterThanOrEqual(29);
  const page = await (await fetch(`${url}/api/docs`)).text();
  expect(page).toContain('/api/affiliates/{slug}/verify');
  expect(page).not.toContain('<script');
});

describe('measures', () => {
  test('When requests come, then they count by row, kept answers apart, and nobody outside sees the figures', async () => {
    const metrics = createGatewayMetrics();
    const { url } = await start({ catalogue: ping(), shell: (_request, response) => void response.writeHead(404).end() }, { metrics });
    await (await fetch(`${url}/api/models/nina`)).text();
    await (await fetch(`${url}/api/models/nina`)).text();
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    const text = await metrics.registry.metrics();
    expect(text).toContain('http_request_duration_seconds_count{process="gateway",method="GET",route="/api/models/:slug",status="200"} 1');
    expect(text).toContain('gateway_kept_answers_total{process="gateway"} 1');
    expect(text).not.toContain('nina');
  });

  test.each(['/metrics', '/uploads/../metrics', '/uploads/..%2fmetrics', '/api/auth/..%2f..%2fmetrics', '/remotes/public/../metrics'])('When %s is asked for, then no service is asked for its metrics', async (path) => {
    const asked: string[] = [];
    const listener: RequestListener = (request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(404).end();
    };
    const { url } = await start({ identity: listener, media: listener, remotePublic: listener });
    const { port } = new URL(url);
    await new Promise((resolve) => httpRequest({ host: '127.0.0.1', port, path }, (response) => response.resume().on('end', resolve)).end());
    expect(asked.filter((one) => /^\/metrics/.test(one))).toEqual([]);
  });
});
