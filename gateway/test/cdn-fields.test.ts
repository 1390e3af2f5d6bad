import type { IncomingMessage, ServerResponse } from 'node:http';
import { createEvent } from 'service-kit/outbox';
import {
  CHANGES_AT_HEADER,
  LIST_KEYS,
  SURROGATE_KEY_HEADER,
  surrogateKeyOfAsset,
  surrogateKeyOfModel,
} from 'service-kit/surrogate-keys';
import { model, start } from './start-gateway.ts';

const ASSET_ID = '4f0f6e7a-53f5-4c1b-9d0c-0f4d0a6f7b21';
const REVALIDATED = 'public, max-age=0, must-revalidate';
const IMMUTABLE = 'public, max-age=31536000, immutable';
const PICTURE = `/uploads/public/${ASSET_ID}/640.webp?v=1`;
const FILM = `/uploads/public/${ASSET_ID}/720.mp4?v=1`;
const BLUR = '/uploads/blur/9b2d7c35-6a0e-4f0b-8f57-0c1a2b3d4e5f.webp';
const ITEM = `/uploads/items/${ASSET_ID}/640.webp`;
const BUILT = '/assets/main.0123456789abcdef.js';

/** Responses of the services to a visitor, by path. */
const RESPONSES: Record<string, Record<string, string>> = {
  '/': { 'cache-control': REVALIDATED, [SURROGATE_KEY_HEADER]: LIST_KEYS.all },
  '/nina': { 'cache-control': REVALIDATED },
  '/account': { 'cache-control': 'no-store' },
  '/api/models': {
    'cache-control': REVALIDATED,
    vary: 'authorization',
    [SURROGATE_KEY_HEADER]: `${LIST_KEYS.all} ${surrogateKeyOfModel('nina')}`,
  },
  '/api/subscription': { 'cache-control': 'no-store' },
  [PICTURE]: { 'cache-control': IMMUTABLE },
  [PICTURE.replace('?v=1', '')]: { 'cache-control': 'public, max-age=3600' },
  [FILM]: { 'cache-control': IMMUTABLE },
  [BLUR]: { 'cache-control': IMMUTABLE, [SURROGATE_KEY_HEADER]: surrogateKeyOfAsset(ASSET_ID) },
  [ITEM]: { 'cache-control': 'public, max-age=60' },
  [ITEM.replace('640.webp', '720.mp4')]: { 'cache-control': 'public, max-age=60' },
  [BUILT]: { 'cache-control': IMMUTABLE },
};

const service = (request: IncomingMessage, response: ServerResponse) => {
  // The gateway's own requests carry no version.
  const url = (request.url ?? '').replace(/\?v$/, '?v=1');
  const headers = RESPONSES[url] ?? RESPONSES[url.split('?')[0] ?? ''];
  if (request.headers.authorization) response.setHeader('cache-control', 'private, no-store');
  else for (const [name, value] of Object.entries(headers ?? {})) response.setHeader(name, value);
  response.writeHead(headers ? 200 : 404).end('content');
};

const startBehindCdn = (isCurrent = () => true) =>
  start(
    { catalogue: service, media: service, shell: service, billing: service },
    { cdn: { maxAgeSeconds: 900, isCurrent } },
  );
const fieldsOf = async (address: string, headers: Record<string, string> = {}) => {
  const response = await fetch(address, { headers });
  await response.arrayBuffer();
  return {
    cacheControl: response.headers.get('cache-control'),
    keys: response.headers.get(SURROGATE_KEY_HEADER)?.split(' ') ?? null,
  };
};

describe('behind a CDN', () => {
  test.each([
    ['the home page', '/', `${REVALIDATED}, s-maxage=900`, ['site', '/', 'list']],
    ['a page with the query of an advertisement', '/nina?sub1=x', `${REVALIDATED}, s-maxage=900`, ['site', '/nina']],
    [
      'a list',
      '/api/models',
      `${REVALIDATED}, s-maxage=900`,
      ['site', '/api/models', 'list', surrogateKeyOfModel('nina')],
    ],
    [
      'a picture',
      PICTURE,
      `${IMMUTABLE}, s-maxage=900`,
      ['site', PICTURE.split('?')[0], surrogateKeyOfAsset(ASSET_ID)],
    ],
    ['a film', FILM, `${IMMUTABLE}, s-maxage=900`, ['site', FILM.split('?')[0], surrogateKeyOfAsset(ASSET_ID)]],
    ['a blurred picture', BLUR, `${IMMUTABLE}, s-maxage=900`, ['site', BLUR, surrogateKeyOfAsset(ASSET_ID)]],
    ['a built file', BUILT, `${IMMUTABLE}, s-maxage=900`, ['site', BUILT]],
  ])('marks %s as stored, with the keys that purge it', async (_what, path, cacheControl, keys) => {
    const { url } = await startBehindCdn();
    for (const _request of ['loaded', 'from memory'])
      expect(await fieldsOf(url + path)).toEqual({ cacheControl, keys });
  });

  test.each([
    ['an unlocked item', ITEM, 'private, max-age=60'],
    ['a film of an unlocked item', ITEM.replace('640.webp', '720.mp4'), 'private, max-age=60'],
    ['an item with a signature', `${ITEM}?expires=1&viewer=x&signature=y`, 'private, max-age=60'],
    ['a page of one person', '/account', 'private, no-store'],
    ['a call of one person', '/api/subscription', 'private, no-store'],
    ['a page that does not exist', '/no/such/page', 'private'],
  ])('marks %s as private', async (_what, path, cacheControl) => {
    const { url } = await startBehindCdn();
    for (const _request of ['first', 'second'])
      expect(await fieldsOf(url + path)).toEqual({ cacheControl, keys: null });
  });

  test('marks what a token has opened as private, unlike pages, which depend on none', async () => {
    const { url } = await startBehindCdn();
    expect((await fieldsOf(url, { authorization: 'Bearer a.b.c' })).keys).toContain('site');
    for (const path of ['/api/models', PICTURE, ITEM])
      expect(await fieldsOf(url + path, { authorization: 'Bearer a.b.c' })).toEqual({
        cacheControl: 'private, no-store',
        keys: null,
      });
  });

  test('marks nothing while no events reach the gateway', async () => {
    let isCurrent = true;
    const { url } = await startBehindCdn(() => isCurrent);
    await fieldsOf(`${url}/nina`);
    isCurrent = false;
    expect(await fieldsOf(`${url}/nina`)).toEqual({ cacheControl: 'private, max-age=0, must-revalidate', keys: null });
    expect((await fieldsOf(url + FILM)).keys).toBeNull();
  });

  test('marks a stale response as private: its purge has been already', async () => {
    let isFailing = false;
    const { url, gateway } = await start(
      {
        shell: (request, response) => (isFailing ? void response.writeHead(503).end() : service(request, response)),
      },
      { cdn: { maxAgeSeconds: 900, isCurrent: () => true } },
    );
    expect((await fieldsOf(`${url}/nina`)).keys).not.toBeNull();
    isFailing = true;
    await gateway.listeners['model.updated']?.(createEvent('model.updated', model, 2));
    expect(await fieldsOf(`${url}/nina`)).toEqual({ cacheControl: 'private, max-age=0, must-revalidate', keys: null });
  });

  test('lets the CDN store a page no longer than until a schedule changes it', async () => {
    const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
    const changesAt: Record<string, string> = { '/nina': inMs(120_500), '/rose': inMs(800), '/zoe': inMs(3_600_000) };
    const { url } = await start(
      {
        shell: (request, response) =>
          void response
            .setHeader('cache-control', REVALIDATED)
            .setHeader(CHANGES_AT_HEADER, changesAt[request.url ?? ''] ?? '')
            .end('page'),
      },
      { cdn: { maxAgeSeconds: 900, isCurrent: () => true } },
    );
    const seconds = async (path: string) =>
      Number(/s-maxage=(\d+)/.exec((await fieldsOf(url + path)).cacheControl ?? '')?.[1] ?? 0);
    expect(await seconds('/nina')).toBeGreaterThan(100);
    expect(await seconds('/nina')).toBeLessThanOrEqual(120);
    expect([await seconds('/rose'), await seconds('/zoe')]).toEqual([0, 900]);
  });

  test('marks a response that was not modified as the response itself', async () => {
    const { url } = await startBehindCdn();
    const first = await fetch(`${url}/nina`);
    await first.text();
    const again = await fetch(`${url}/nina`, { headers: { 'if-none-match': String(first.headers.get('etag')) } });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, `${REVALIDATED}, s-maxage=900`]);
  });

  test('lets a picture whose address names no version go as soon as browsers do', async () => {
    const { url } = await start(
      { media: (_request, response) => void response.setHeader('cache-control', 'public, max-age=60').end('picture') },
      { cdn: { maxAgeSeconds: 900, isCurrent: () => true } },
    );
    expect((await fieldsOf(url + PICTURE)).cacheControl).toBe('public, max-age=60, s-maxage=60');
  });
});

test('a list names the token in Vary, for shared caches', async () => {
  const { url } = await start({ catalogue: service, shell: service });
  const varyOf = async (path: string) => (await fetch(url + path)).headers.get('vary');
  expect([await varyOf('/api/models'), await varyOf('/nina')]).toEqual([
    'Accept-Encoding, authorization',
    'Accept-Encoding',
  ]);
});

test('a response names no keys and no shared age without a CDN', async () => {
  const { url } = await start({ catalogue: service, media: service, shell: service });
  for (const path of ['/', '/api/models', PICTURE, FILM, BLUR, ITEM, BUILT])
    expect(await fieldsOf(url + path)).toEqual({
      cacheControl: RESPONSES[path]?.['cache-control'],
      keys: null,
    });
});
