import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { AssetChanges } from 'contracts/asset-use';
import type { EventData } from 'contracts/events';
import type { FieldChange } from 'contracts/field-change';
import { createEvent } from 'service-kit/outbox';
import { LIST_KEYS, SURROGATE_KEY_HEADER, surrogateKeyOfAsset, surrogateKeyOfModel } from 'service-kit/surrogate-keys';
import { affiliateFacts } from 'testing/events';
import { eventually } from 'testing/eventually';
import { createEntry } from '../src/cached-response.ts';
import { createListeners } from '../src/listeners.ts';
import { createMicroCache } from '../src/micro-cache.ts';
import type { MicroCache } from '../src/micro-cache.ts';
import { model, ping, start } from './start-gateway.ts';

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
    // The last page carries the total.
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

test('a response that an event invalidates while it is loaded is not cached', async () => {
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

const LATER = '2026-03-11T18:00:00.000Z';

describe('content that is no longer public', () => {
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
  /** Creates an event that names only the changed assets. */
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
    // Removed, not stale: each path is requested again before it is served.
    expect(received).toEqual([...paths, ...removed]);
  });
});

test('the redirects of a deleted model’s former slugs are removed', async () => {
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

test('a change of an affiliate invalidates its pages under its present and former slug, and nothing else', async () => {
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
    // Comparing each entry with each item would take 400 ms of processor time an event.
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
