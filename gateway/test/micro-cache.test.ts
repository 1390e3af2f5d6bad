import { jest } from '@jest/globals';
import { IncomingMessage, request as httpRequest, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import type { AssetChanges, EventData, FieldChange } from 'contracts/events';
import { createEvent } from 'service-kit/outbox';
import {
  CHANGES_AT_HEADER,
  LIST_KEYS,
  SURROGATE_KEY_HEADER,
  surrogateKeyOfAsset,
  surrogateKeyOfModel,
} from 'service-kit/surrogate-keys';
import { affiliateFacts } from 'testing/events';
import { eventually } from 'testing/eventually';
import { createEntry } from '../src/cached-response.ts';
import { createListeners } from '../src/listeners.ts';
import { createMicroCache } from '../src/micro-cache.ts';
import type { MicroCache } from '../src/micro-cache.ts';
import { model, ping, start } from './start-gateway.ts';

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
  await eventually(async () => (await read()).count === 3);
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

describe('lists of models', () => {
  const rose = { ...model, id: crypto.randomUUID(), slug: 'rose' };
  const pages = {
    '/api/models': surrogateKeyOfModel('nina'),
    '/api/models?cursor=last': `${LIST_KEYS.end} ${surrogateKeyOfModel('rose')}`,
    '/api/models?sort=likes': `${LIST_KEYS.ranked} ${surrogateKeyOfModel('nina')}`,
    '/sitemap.xml': LIST_KEYS.sitemap,
  };
  const events = {
    'a change of the first': createEvent('model.updated', model, 2),
    'a change of the last': createEvent('model.updated', rose, 2),
    'a rename of the first': createEvent(
      'model.updated',
      {
        ...model,
        slug: 'nina-b',
        previousSlugs: ['nina'],
        changes: [{ field: 'slug', before: 'nina', after: 'nina-b' }],
      },
      2,
    ),
    'a live of the last': createEvent('live.started', { id: rose.id, slug: 'rose', until: null }, 2),
    'a new model': createEvent('model.created', { ...model, id: crypto.randomUUID(), slug: 'zoe' }, 1),
    'a change of a draft': createEvent(
      'model.updated',
      { ...model, id: crypto.randomUUID(), slug: 'zoe', isHidden: true },
      2,
    ),
    'a change of a model with a scheduled item': createEvent(
      'model.updated',
      { ...model, assets: [{ id: crypto.randomUUID(), access: 'unlocked', publishAt: '2026-03-11T18:00:00.000Z' }] },
      2,
    ),
    'the deletion of the first': createEvent('model.deleted', { id: model.id, slug: 'nina', assets: [] }, 2),
  };
  const [first, last, likes, sitemap] = Object.keys(pages);
  test.each([
    ['a change of the first', [first, likes]],
    ['a change of the last', [last, likes]],
    ['a rename of the first', [first, likes, sitemap]],
    ['a live of the last', [last, likes]],
    ['a new model', [last, likes, sitemap]],
    // Its page shows the total.
    ['the deletion of the first', [first, last, likes, sitemap]],
    ['a change of a draft', []],
    ['a change of a model with a scheduled item', [first, likes]],
  ] as const)('%s ends the pages that it concerns alone', async (what, ended) => {
    const event = events[what];
    const received: string[] = [];
    const service = (request: IncomingMessage, response: ServerResponse) => {
      received.push(request.url ?? '');
      response.setHeader(SURROGATE_KEY_HEADER, pages[request.url as keyof typeof pages]);
      response.setHeader('cache-control', 'public, max-age=60').end(String(received.length));
    };
    const { url, gateway } = await start({ catalogue: service, shell: service });
    const readAll = async () => {
      for (const page of Object.keys(pages)) await (await fetch(url + page)).text();
    };
    await readAll();
    await readAll();
    expect(received).toHaveLength(4);
    await gateway.listeners[event.name]?.(event as never);
    await readAll();
    await eventually(() => received.length >= 4 + ended.length);
    expect(received.slice(4).sort()).toEqual([...ended].sort());
  });

  test('does not cache a page that names, once it has come, what an event changed meanwhile', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const received: string[] = [];
    const { url, gateway } = await start({
      catalogue: async (request, response) => {
        received.push(request.url ?? '');
        const count = received.length;
        if (count === 1) await held;
        response.setHeader(SURROGATE_KEY_HEADER, surrogateKeyOfModel('nina'));
        response.setHeader('content-type', 'application/json').end(JSON.stringify(count));
      },
    });
    const early = fetch(`${url}/api/models`);
    await eventually(() => received.length === 1);
    await gateway.listeners['model.deleted']?.(
      createEvent('model.deleted', { id: model.id, slug: 'nina', assets: [] }, 2),
    );
    release();
    await (await early).text();
    expect(await (await fetch(`${url}/api/models`)).json()).toBe(2);
  });
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
        await gatewayInvalidated;
        response.setHeader('content-type', 'application/json').end('{"old":true}');
      } else ping(received)(request, response);
    },
  });
  const gatewayInvalidated = held;
  const first = fetch(`${url}/api/models/nina`);
  await eventually(() => received.length > 0);
  await gateway.listeners['live.started']?.(
    createEvent('live.started', { id: model.id, slug: 'nina', until: null }, 1),
  );
  release();
  await (await first).text();
  const read = async () => (await (await fetch(`${url}/api/models/nina`)).json()) as { count?: number };
  await eventually(async () => (await read()).count === 2);
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

const LATER = '2026-03-11T18:00:00.000Z';

describe('when visitors may no longer see what they saw', () => {
  const id = crypto.randomUUID();
  const blur = `/uploads/blur/${crypto.randomUUID()}.webp`;
  const own = ['/api/models/nina', '/api/models', `/uploads/public/${id}/640.webp`, blur];
  const everyList = ['/api/models?cursor=middle', '/sitemap-2.xml'];
  const paths = [...own, ...everyList];
  const surrogateKeys: Record<string, string> = {
    '/api/models': `${LIST_KEYS.all} ${surrogateKeyOfModel('nina')}`,
    [blur]: surrogateKeyOfAsset(id),
    '/api/models?cursor=middle': LIST_KEYS.all,
    '/sitemap-2.xml': LIST_KEYS.sitemap,
  };
  const event = (changed: Partial<EventData<'model.updated'>>, item: { publishAt?: string } = {}) =>
    createEvent('model.updated', { ...model, ...changed, assets: [{ id, access: 'public', ...item }] }, 2);
  const changed = (field: string) => [{ field, before: 1, after: 2 }];
  /** An event that names only what has changed in the assets. */
  const assetEvent = (assetChanges: Partial<AssetChanges>, facts: Partial<EventData<'model.updated'>> = {}) => {
    const { assets: _assets, ...others } = model;
    const data = { ...others, changes: [], ...facts, assetChanges: { used: [], unused: [], ...assetChanges } };
    return createEvent('model.updated', data, 2);
  };
  test.each([
    ['a model is hidden', event({ isHidden: true, changes: changed('state') }), paths],
    ['a model is published', event({ isHidden: false, changes: changed('state') }), paths],
    ['what has changed is unknown', event({ changes: undefined }), paths],
    ['a hidden model changes', event({ isHidden: true }), own],
    ['an item is scheduled', event({ changes: changed('photo_items') }, { publishAt: LATER }), own],
    ['a file is processed', assetEvent({}), own.slice(0, 2)],
    ['an item is used no longer', assetEvent({ unused: [id] }, { changes: changed('photo_items') }), own],
    [
      'a visible item is scheduled among others',
      assetEvent({ used: [{ id, access: 'unlocked', publishAt: LATER }] }, { changes: changed('photo_items') }),
      own,
    ],
    [
      'an item is locked',
      assetEvent({ used: [{ id, access: 'locked' }] }, { changes: changed('photo_items') }),
      own.slice(0, 3),
    ],
    [
      'a picture of a hidden model changes',
      assetEvent({ used: [{ id, access: 'public' }] }, { isHidden: true, changes: changed('avatar_image') }),
      own,
    ],
    [
      'a model is deleted',
      createEvent('model.deleted', { id: model.id, slug: 'nina', assets: [id] }, 2),
      [...own, '/sitemap-2.xml'],
    ],
    ['a file is deleted', createEvent('asset.deleted', { id, modelSlug: 'nina' }, 2), own.slice(2)],
  ] as const)('removes what shows it when %s', async (_what, change, removed) => {
    const received: string[] = [];
    const service = (request: IncomingMessage, response: ServerResponse) => {
      const path = request.url ?? '';
      received.push(path);
      if (surrogateKeys[path]) response.setHeader(SURROGATE_KEY_HEADER, surrogateKeys[path]);
      response.setHeader('cache-control', 'public, max-age=60').end('seen');
    };
    const { url, gateway } = await start({ catalogue: service, media: service, shell: service });
    const readAll = async () => {
      for (const path of paths) await (await fetch(url + path)).text();
    };
    await readAll();
    await readAll();
    expect(received).toEqual(paths);
    await gateway.listeners[change.name]?.(change as never);
    await readAll();
    // Removed, not stale: each is read again before it is served.
    expect(received).toEqual([...paths, ...removed]);
  });
});

test('removes redirects of the former slugs of a deleted model', async () => {
  const received: string[] = [];
  const { url, gateway } = await start({
    shell: (request, response) => {
      received.push(request.url ?? '');
      response.writeHead(301, { location: '/nina', 'cache-control': 'public, max-age=0, must-revalidate' }).end();
    },
  });
  const read = async () => (await fetch(`${url}/nina-b`, { redirect: 'manual' })).status;
  expect([await read(), await read(), received.length]).toEqual([301, 301, 1]);
  const deletion = { id: model.id, slug: 'nina', previousSlugs: ['nina-b'], assets: [] };
  await gateway.listeners['model.deleted']?.(createEvent('model.deleted', deletion, 2));
  expect([await read(), received.length]).toEqual([301, 2]);
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
  await eventually(async () => (await read()) === '"second"');

  await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 3));
  const failing = read();
  await eventually(() => waiting.length > 0);
  waiting.shift()?.writeHead(503).end();
  expect(await failing).toBe('"second"');

  await gateway.listeners['model.deleted']?.(
    createEvent('model.deleted', { id: model.id, slug: 'nina', assets: [] }, 4),
  );
  const gone = read();
  await eventually(() => waiting.length > 0);
  waiting.shift()?.writeHead(404).end('gone');
  expect(await gone).toBe('gone');
});

test('serves nothing of a model that was hidden while two responses of it were loaded', async () => {
  const waiting: ServerResponse[] = [];
  const { url, gateway } = await start({ shell: (_request, response) => void waiting.push(response) });
  const read = async () => (await fetch(`${url}/nina`)).text();
  const older = read();
  await eventually(() => waiting.length === 1);
  await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
  const newer = read();
  await eventually(() => waiting.length === 2);
  await gateway.listeners['model.updated']?.(createEvent('model.updated', { ...model, isHidden: true }, 3));
  waiting.shift()?.end('older');
  waiting.shift()?.end('newer');
  expect(await Promise.all([older, newer])).toEqual(['older', 'newer']);
  const next = read();
  await eventually(() => waiting.length === 1);
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
  waiting.shift()?.writeHead(503).end('unavailable');
  expect(await next).not.toMatch(/older|newer/);
});

describe('a response that a schedule changes', () => {
  /** Also the clock of the cache, which measures lifetimes by it. */
  const advance = (byMs: number) => {
    const [now, elapsed] = [Date.now(), performance.now()];
    jest.spyOn(Date, 'now').mockReturnValue(now + byMs);
    jest.spyOn(performance, 'now').mockReturnValue(elapsed + byMs);
  };
  const startPage = async (inMs: number) => {
    const waiting: ServerResponse[] = [];
    const stage = { changesAt: Date.now() + inMs, isPressed: false, waiting, count: 0 };
    const { url } = await start({
      shell: (_request, response) => {
        stage.count += 1;
        if (stage.isPressed) return void waiting.push(response);
        response.setHeader(CHANGES_AT_HEADER, new Date(stage.changesAt).toISOString()).end(String(stage.count));
      },
    });
    const read = async () => {
      const response = await fetch(`${url}/nina`);
      expect(response.headers.has(CHANGES_AT_HEADER)).toBe(false);
      return response.text();
    };
    // The clock stands still but for `advance`: on a busy machine the reads themselves take seconds.
    advance(0);
    return { stage, read };
  };

  test('is cached until then, and served stale at once while the new one is loaded', async () => {
    const { stage, read } = await startPage(10_000);
    expect([await read(), await read()]).toEqual(['1', '1']);
    advance(9_000);
    expect(await read()).toBe('1');
    stage.isPressed = true;
    advance(1_001);
    expect(await Promise.all(Array.from({ length: 50 }, read))).toEqual(Array.from({ length: 50 }, () => '1'));
    await eventually(() => stage.waiting.length > 0);
    // One load for all of them.
    expect(stage.waiting).toHaveLength(1);
    stage.waiting.shift()?.end('new');
    await eventually(async () => (await read()) === 'new');
    expect(stage.waiting).toHaveLength(0);
  });

  test('is not loaded for every request while the clock of its service is behind', async () => {
    const { stage, read } = await startPage(-1_000);
    for (let count = 0; count < 5; count += 1) await read();
    expect(stage.count).toBe(1);
    advance(1_001);
    await read();
    await eventually(() => stage.count === 2);
  });
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
  await eventually(() => waiting.length > 0);
  waiting.shift()?.setHeader('cache-control', 'no-store').end('unfinished');
  expect(await unfinished).toBe('whole');

  const failing = read();
  await eventually(() => waiting.length > 0);
  waiting.shift()?.writeHead(503).end();
  expect(await failing).toBe('whole');

  const late = read();
  await eventually(() => waiting.length > 0);
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
  await eventually(() => waiting.length > 0);
  waiting.shift()?.end('locked');
  expect(await locked).toBe('locked');
  gateway.clearCache();
  const invalidated = read('/partner/aff-one');
  await eventually(() => waiting.length > 0);
  waiting.shift()?.end('new');
  expect(await invalidated).toBe('new');
  goOn(100_000);
  const late = read('/nina');
  await eventually(() => waiting.length > 0);
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

test('invalidates the pages of a changed affiliate under its present and former slug, and nothing else', async () => {
  const received: string[] = [];
  const { url, gateway } = await start({
    shell: (request, response) => void (received.push(request.url ?? ''), response.end('page')),
  });
  const paths = ['/partner/new', '/partner/old', '/partner/other', '/nina', '/'];
  const receivedFor = async () => {
    received.length = 0;
    for (const path of paths) await (await fetch(url + path)).text();
    return [...received];
  };
  const affiliate = affiliateFacts({ slug: 'new', name: 'Affilié' });
  const update = (changes?: FieldChange[]) =>
    gateway.listeners['affiliate.updated']?.(createEvent('affiliate.updated', { ...affiliate, changes }, 2));
  expect(await receivedFor()).toEqual(paths);
  await update([{ field: 'slug', before: 'old', after: 'new' }]);
  expect(await receivedFor()).toEqual(['/partner/new', '/partner/old']);
  await update([{ field: 'name', before: 'Affiliée', after: 'Affilié' }]);
  expect(await receivedFor()).toEqual(['/partner/new']);
  await update();
  expect(await receivedFor()).toEqual(paths);
});

describe('with many cached pictures', () => {
  const [PICTURES, ITEMS, EVENTS] = [4_000, 1_000, 50];
  const listenersOf = (cache: MicroCache) => createListeners({ cache, live: { send: () => undefined } });
  const pictures = Array.from({ length: PICTURES }, () => `/uploads/items/${crypto.randomUUID()}/640.webp`);
  const assetOf = (path: string) => path.split('/')[3] ?? '';
  const cachePictures = async (cache: MicroCache) => {
    const entry = await createEntry(200, { 'content-type': 'image/webp' }, Buffer.alloc(1_000));
    const request = new IncomingMessage(new Socket());
    for (const path of pictures)
      await cache.serve(path, { load: async () => entry }, request, new ServerResponse(request));
  };
  const lockedItems = (ids: readonly string[]) =>
    createEvent('model.updated', { ...model, assets: ids.map((id) => ({ id, access: 'locked' as const })) }, 2);
  const isCached = (cache: MicroCache, path: string) => {
    const request = new IncomingMessage(new Socket());
    return cache.serveFresh(path, request, new ServerResponse(request));
  };

  test('handles an event by the assets that it names, not by the entries of the cache', async () => {
    const cache = createMicroCache();
    await cachePictures(cache);
    const listener = listenersOf(cache)['model.updated'];
    const event = lockedItems(Array.from({ length: ITEMS }, () => crypto.randomUUID()));
    const started = process.cpuUsage();
    for (let count = 0; count < EVENTS; count += 1) await listener?.(event);
    // Comparing each entry with each item takes 400 ms of processor time an event.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(EVENTS * 100);
    expect(pictures.every((path) => isCached(cache, path))).toBe(true);

    const locked = pictures.slice(0, 3);
    await listener?.(lockedItems(locked.map(assetOf)));
    expect(pictures.filter((path) => !isCached(cache, path))).toEqual(locked);
  });

  test('drops the assets of entries that are no longer cached', async () => {
    const cache = createMicroCache();
    await cachePictures(cache);
    expect(cache.shownCount()).toBe(PICTURES);
    await listenersOf(cache)['model.updated']?.(lockedItems(pictures.slice(0, ITEMS).map(assetOf)));
    expect(cache.shownCount()).toBe(PICTURES - ITEMS);
    cache.clear();
    expect(cache.shownCount()).toBe(0);
  });
});
