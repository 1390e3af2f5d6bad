import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { createEvent } from 'service-kit/outbox';
import { SURROGATE_KEY_HEADER } from 'service-kit/surrogate-keys';
import { eventually } from 'testing/eventually';
import { model, ping, start } from './start-gateway.ts';

describe('the cache of the gateway', () => {
  test('caches a list for visitors until an event invalidates it; a token bypasses the cache', async () => {
    const received: IncomingMessage[] = [];
    const { url, gateway } = await start({ catalogue: ping(received) });
    const read = async (headers: Record<string, string> = {}) =>
      (await (await fetch(`${url}/api/models`, { headers })).json()) as { count: number };
    expect(await read()).toEqual({ count: 1 });
    expect(await read()).toEqual({ count: 1 });
    expect(await read({ authorization: 'Bearer a.b.c' })).toEqual({ count: 2 });
    await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
    // A machine that needs more than 100 ms for the new response serves the former one meanwhile.
    await eventually(async () => (await read()).count === 3);
  });

  test.each([
    ['/nina', 'authorization', 'x'],
    ['/nina', 'range', 'bytes=0-9'],
    ['/api/models', 'range', 'bytes=0-9'],
  ])('caches %s although a request has %s', async (path, name, value) => {
    const received: IncomingMessage[] = [];
    const { url } = await start({ shell: ping(received), catalogue: ping(received) });
    const read = async () => {
      const response = await fetch(url + path, { headers: { [name]: value } });
      return [response.status, ((await response.json()) as { count: number }).count];
    };
    expect(await read()).toEqual([200, 1]);
    expect(await read()).toEqual([200, 1]);
    expect(received[0]?.headers).not.toHaveProperty(name);
  });

  test('caches each page of a list by its parameters alone, but no search and no other length', async () => {
    const received: IncomingMessage[] = [];
    const { url } = await start({ catalogue: ping(received) });
    const read = async (query: string) => {
      const response = await fetch(`${url}/api/models${query}`);
      expect(response.headers.has(SURROGATE_KEY_HEADER)).toBe(false);
      return ((await response.json()) as { count: number }).count;
    };
    expect(await read('?filter=live&sort=name')).toBe(1);
    expect(await read('?sort=name&utm=1&filter=live')).toBe(1);
    expect(await read('?cursor=a.b')).toBe(2);
    expect(await read('?cursor=a.b&limit=200')).toBe(2);
    expect(await read('?utm=1')).toBe(3);
    expect(await read('?limit=200')).toBe(3);
    expect(await read('?limit=3')).toBe(4);
    expect(await read('?limit=3')).toBe(5);
    expect(await read('?q=nina')).toBe(6);
    expect(await read('?q=nina')).toBe(7);
    expect(received.slice(0, 3).map(({ url: address }) => address)).toEqual([
      '/api/models?filter=live&sort=name',
      '/api/models?cursor=a.b',
      '/api/models',
    ]);
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
      httpRequest(`${url}/nina?sub1=x`, { headers: { 'accept-encoding': 'gzip, br' } }, (result) => {
        const parts: Buffer[] = [];
        result
          .on('data', (part: Buffer) => parts.push(part))
          .on('end', () => resolve({ headers: result.headers, bytes: Buffer.concat(parts) }));
      }).end(),
    );
    expect(raw.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(raw.bytes).toString()).toBe(body);
    const again = await fetch(`${url}/nina`, { headers: { 'if-none-match': String(raw.headers.etag) } });
    expect(again.status).toBe(304);
  });

  test.each([
    ['gzip, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip;q=0', null],
    ['br;q=0.5', 'br'],
    ['abr', null],
  ])('encodes as %s allows', async (accepted, encoding) => {
    const { url } = await start({ shell: (_request, response) => response.end('rideau '.repeat(1000)) });
    const response = await fetch(`${url}/nina`, { headers: { 'accept-encoding': accepted } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toHaveLength(7_000);
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
      const result = await fetch(url + path, { headers: { 'accept-encoding': 'br' } });
      return [
        (await result.arrayBuffer()).byteLength,
        result.headers.get('content-encoding'),
        result.headers.get('cache-control'),
      ];
    };
    const receivedFor = async (...paths: string[]) => {
      urls.length = 0;
      for (const path of paths) await read(path);
      return [...urls];
    };
    const [picture, item] = [`/uploads/public/${id}/640.webp`, `/uploads/items/${id}/640.webp`];
    for (const version of ['1', '2'])
      expect(await read(`${picture}?v=${version}`)).toEqual([2_000, null, 'public, max-age=31536000, immutable']);
    expect(await read(picture)).toEqual([2_000, null, 'public, max-age=60']);
    expect(urls).toEqual([`${picture}?v`, picture]);
    expect(await receivedFor(item, item)).toEqual([item]);
    expect(await receivedFor(`${item}?signature=x`, `${item}?signature=x`)).toHaveLength(2);
    expect(await receivedFor(`/uploads/items/${id}/720.mp4`, `/uploads/items/${id}/720.mp4`)).toHaveLength(2);
    await gateway.listeners['model.updated']?.(
      createEvent('model.updated', { ...model, assets: [{ id, access: 'unlocked' }] }, 2),
    );
    expect(await receivedFor(item)).toEqual([]);
    await gateway.listeners['model.updated']?.(
      createEvent('model.updated', { ...model, assets: [{ id, access: 'locked' }] }, 3),
    );
    expect(await receivedFor(item)).toEqual([item]);
    await gateway.listeners['asset.deleted']?.(createEvent('asset.deleted', { id, modelSlug: 'nina' }, 2));
    expect(await receivedFor(picture, item)).toEqual([picture, item]);
  });

  test('lets a picture that was not modified stay immutable', async () => {
    const lasting = 'public, max-age=31536000, immutable';
    const { url } = await start({
      media: (_request, response) =>
        void response.writeHead(200, { 'content-type': 'image/webp', 'cache-control': lasting }).end('picture'),
    });
    const path = `${url}/uploads/public/${crypto.randomUUID()}/640.webp?v=1`;
    const etag = String((await fetch(path)).headers.get('etag'));
    const again = await fetch(path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, lasting]);
  });

  test('passes on a redirect to the object store', async () => {
    const { url } = await start({
      media: (_request, response) =>
        void response
          .writeHead(307, { location: 'https://store.example/x', 'cache-control': 'private, max-age=60' })
          .end(),
    });
    const result = await fetch(`${url}/uploads/blur/x.webp`, { redirect: 'manual' });
    expect([result.status, result.headers.get('location')]).toEqual([307, 'https://store.example/x']);
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
});
