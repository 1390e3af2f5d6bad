import { jest } from '@jest/globals';
import { request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { createEvent } from 'service-kit/outbox';
import { model, ping, start, until } from './start-gateway.ts';

afterEach(() => void jest.restoreAllMocks());

test('caches a list for visitors until an event invalidates it; a token bypasses the cache', async () => {
  const received: IncomingMessage[] = [];
  const { url, gateway } = await start({ catalogue: ping(received) });
  const read = async (headers: Record<string, string> = {}) =>
    (await (await fetch(`${url}/api/models`, { headers })).json()) as { count: number };
  expect(await read()).toEqual({ count: 1 });
  expect(await read()).toEqual({ count: 1 });
  expect(await read({ authorization: 'Bearer a.b.c' })).toEqual({ count: 2 });
  await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
  // A machine that needs more than 100 ms for the new response gets the former one meanwhile.
  await until(async () => (await read()).count === 3);
});

test('loads a response once for simultaneous requests, without the cookies of the first', async () => {
  const received: IncomingMessage[] = [];
  const { url } = await start({
    catalogue: (request, response) => void setImmediate(() => ping(received)(request, response)),
  });
  await Promise.all(
    Array.from({ length: 20 }, () => fetch(`${url}/api/models`, { headers: { cookie: 'subscriber_view=x' } })),
  );
  expect(received).toHaveLength(1);
  expect(received[0]?.headers.cookie).toBeUndefined();
});

test('does not cache a response that an event invalidates while it is loaded', async () => {
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
  await until(() => received.length > 0);
  await gateway.listeners['live.started']?.(
    createEvent('live.started', { id: model.id, slug: 'nina', until: null }, 1),
  );
  release();
  await (await first).text();
  const read = async () => (await (await fetch(`${url}/api/models/nina`)).json()) as { count?: number };
  await until(async () => (await read()).count === 2);
});

test('responds with brotli where it is accepted, and with 304 to a matching etag', async () => {
  const body = JSON.stringify({ text: 'rideau '.repeat(1000) });
  const { url } = await start({
    shell: (_request, response) =>
      void response
        .setHeader('content-type', 'text/html')
        .setHeader('cache-control', 'public, max-age=0, must-revalidate')
        .end(body),
  });
  const raw = await new Promise<{ headers: IncomingMessage['headers']; bytes: Buffer }>((resolve) =>
    httpRequest(`${url}/nina?sub1=x`, { headers: { 'accept-encoding': 'gzip, br' } }, (answer) => {
      const parts: Buffer[] = [];
      answer
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => resolve({ headers: answer.headers, bytes: Buffer.concat(parts) }));
    }).end(),
  );
  expect(raw.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(raw.bytes).toString()).toBe(body);
  const again = await fetch(`${url}/nina`, { headers: { 'if-none-match': String(raw.headers.etag) } });
  expect(again.status).toBe(304);
});

test('caches public pictures uncompressed until they are locked or deleted, but no signed address and no film', async () => {
  const urls: string[] = [];
  const id = crypto.randomUUID();
  const { url, gateway } = await start({
    media: (request, response) => {
      urls.push(request.url ?? '');
      response
        .writeHead(200, {
          'content-type': 'image/webp',
          'cache-control': request.url?.includes('?') ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
        })
        .end(Buffer.alloc(2_000));
    },
  });
  const read = async (path: string) => {
    const answer = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
    return [
      (await answer.arrayBuffer()).byteLength,
      answer.headers.get('content-encoding'),
      answer.headers.get('cache-control'),
    ];
  };
  const asked = async (...paths: string[]) => {
    urls.length = 0;
    for (const path of paths) await read(path);
    return [...urls];
  };
  const [picture, item] = [`/uploads/public/${id}/640.webp`, `/uploads/items/${id}/640.webp`];
  for (const version of ['1', '2'])
    expect(await read(`${picture}?v=${version}`)).toEqual([2_000, null, 'public, max-age=31536000, immutable']);
  expect(await read(picture)).toEqual([2_000, null, 'public, max-age=60']);
  expect(urls).toEqual([`${picture}?v`, picture]);
  expect(await asked(item, item)).toEqual([item]);
  expect(await asked(`${item}?signature=x`, `${item}?signature=x`)).toHaveLength(2);
  expect(await asked(`/uploads/items/${id}/720.mp4`, `/uploads/items/${id}/720.mp4`)).toHaveLength(2);
  await gateway.listeners['model.updated']?.(
    createEvent('model.updated', { ...model, assets: [{ id, access: 'unlocked' }] }, 2),
  );
  expect(await asked(item)).toEqual([]);
  await gateway.listeners['model.updated']?.(
    createEvent('model.updated', { ...model, assets: [{ id, access: 'locked' }] }, 3),
  );
  expect(await asked(item)).toEqual([item]);
  await gateway.listeners['asset.deleted']?.(createEvent('asset.deleted', { id, modelSlug: 'nina' }, 2));
  expect(await asked(picture, item)).toEqual([picture, item]);
});

test('serves the stale response for a moment after an event while the service is slow or failing, except of a deleted model', async () => {
  const waiting: ServerResponse[] = [];
  let isPressed = false;
  const { url, gateway } = await start({
    catalogue: (_request, response) => void (isPressed ? waiting.push(response) : response.end('"first"')),
  });
  const read = async () => (await fetch(`${url}/api/models/nina`)).text();
  expect(await read()).toBe('"first"');
  isPressed = true;
  await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
  expect(await read()).toBe('"first"');
  waiting.shift()?.end('"second"');
  await until(async () => (await read()) === '"second"');

  await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 3));
  const failing = read();
  await until(() => waiting.length > 0);
  waiting.shift()?.writeHead(503).end();
  expect(await failing).toBe('"second"');

  await gateway.listeners['model.deleted']?.(
    createEvent('model.deleted', { id: model.id, slug: 'nina', assets: [] }, 4),
  );
  const gone = read();
  await until(() => waiting.length > 0);
  waiting.shift()?.writeHead(404).end('gone');
  expect(await gone).toBe('gone');
});

test('serves the last whole page where the new one is unfinished or fails, and the new one once it is whole', async () => {
  const waiting: ServerResponse[] = [];
  let isPressed = false;
  const { url, gateway } = await start({
    shell: (_request, response) => void (isPressed ? waiting.push(response) : response.end('whole')),
  });
  const read = async () => (await fetch(`${url}/nina`)).text();
  expect(await read()).toBe('whole');
  isPressed = true;
  await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);

  const unfinished = read();
  await until(() => waiting.length > 0);
  waiting.shift()?.setHeader('cache-control', 'no-store').end('unfinished');
  expect(await unfinished).toBe('whole');

  const failing = read();
  await until(() => waiting.length > 0);
  waiting.shift()?.writeHead(503).end();
  expect(await failing).toBe('whole');

  const late = read();
  await until(() => waiting.length > 0);
  waiting.shift()?.end('new');
  expect(await late).toBe('new');
});

test('serves an expired response for half a minute more while the service fails, except a picture that may be locked', async () => {
  const waiting: ServerResponse[] = [];
  const serve = (request: IncomingMessage, response: ServerResponse) =>
    void (isPressed ? waiting.push(response) : response.end(`first ${request.url}`));
  let isPressed = false;
  const { url, gateway } = await start({ shell: serve, media: serve });
  const read = async (path: string) => (await fetch(url + path)).text();
  const picture = `/uploads/items/${crypto.randomUUID()}/640.webp`;
  for (const path of ['/nina', '/partner/aff-one', picture]) expect(await read(path)).toBe(`first ${path}`);
  isPressed = true;
  const [clock, now] = [performance.now(), Date.now()];
  const goOn = (ms: number) => {
    jest.spyOn(performance, 'now').mockReturnValue(clock + ms);
    jest.spyOn(Date, 'now').mockReturnValue(now + ms);
  };
  goOn(70_000);
  expect(await read('/nina')).toBe('first /nina');
  waiting.shift()?.writeHead(503).end();
  const locked = read(picture);
  await until(() => waiting.length > 0);
  waiting.shift()?.end('locked');
  expect(await locked).toBe('locked');
  gateway.clearCache();
  const forgotten = read('/partner/aff-one');
  await until(() => waiting.length > 0);
  waiting.shift()?.end('new');
  expect(await forgotten).toBe('new');
  goOn(100_000);
  const late = read('/nina');
  await until(() => waiting.length > 0);
  waiting.shift()?.writeHead(503).end();
  expect(await late).not.toBe('first /nina');
});

test('does not serve the stale page of a deleted affiliate', async () => {
  let isAway = false;
  const { url, gateway } = await start({
    shell: (_request, response) => void (isAway ? response.writeHead(503).end('away') : response.end('its page')),
  });
  const read = async () => (await fetch(`${url}/partner/aff-one`)).text();
  expect(await read()).toBe('its page');
  isAway = true;
  await gateway.listeners['affiliate.deleted']?.(
    createEvent('affiliate.deleted', { id: crypto.randomUUID(), slug: 'aff-one' }, 2),
  );
  expect(await read()).not.toBe('its page');
});

test('passes on a redirect to the object store', async () => {
  const { url } = await start({
    media: (_request, response) =>
      void response
        .writeHead(307, { location: 'https://store.example/x', 'cache-control': 'private, max-age=60' })
        .end(),
  });
  const answer = await fetch(`${url}/uploads/blur/x.webp`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([307, 'https://store.example/x']);
});

test('does not cache private responses and errors', async () => {
  let calls = 0;
  const { url } = await start({
    catalogue: (request, response) =>
      void (
        (calls += 1),
        request.url === '/api/models'
          ? response.writeHead(503).end('{}')
          : response.writeHead(200, { 'cache-control': 'private, no-store' }).end('{}')
      ),
  });
  for (const path of ['/api/models', '/api/models', '/api/models/nina', '/api/models/nina'])
    await (await fetch(url + path)).text();
  expect(calls).toBe(4);
});
