import { describe, expect, test } from '@jest/globals';
import { createAssets } from '../../src/service-worker/assets.ts';
import { createCaches, createNetwork, requestOf } from './cache-double.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1_000;
const FILE = '/assets/main.0123456789.js';
const fileResponse =
  (headers: Record<string, string> = {}) =>
  () =>
    new Response('code', {
      headers: {
        'content-type': 'text/javascript',
        'cache-control': 'public, max-age=31536000, immutable',
        date: new Date(NOW).toUTCString(),
        ...headers,
      },
    });

const start = (responses: Parameters<typeof createNetwork>[0], clock = { now: NOW }) => {
  const storage = createCaches();
  const network = createNetwork(responses);
  const assets = createAssets({ caches: storage.caches, fetch: network.fetch, now: () => clock.now });
  const get = async (path: string) => {
    const work: Promise<unknown>[] = [];
    const response = await assets.respond(requestOf(path), (one) => work.push(one));
    await Promise.all(work);
    return response;
  };
  return { ...storage, ...network, ...assets, get, clock };
};

describe('built files in the service worker', () => {
  test('serves a file from the cache after its first request', async () => {
    const { get, requested } = start({ [FILE]: fileResponse() });
    await get(FILE);
    expect(await (await get(FILE)).text()).toBe('code');
    expect(requested).toEqual([FILE]);
  });

  test.each([
    ['private', { 'cache-control': 'private, immutable' }],
    ['revalidated', { 'cache-control': 'no-cache' }],
    ['HTML', { 'content-type': 'text/html' }],
  ])('does not store what is %s', async (_, headers) => {
    const { get, paths } = start({ [FILE]: fileResponse(headers) });
    await get(FILE);
    expect(paths()).toEqual([]);
  });

  test('does not store an error', async () => {
    const { get, paths } = start({ [FILE]: () => new Response('', { status: 503 }) });
    expect((await get(FILE)).status).toBe(503);
    expect(paths()).toEqual([]);
  });

  test('bounds the number of files, the oldest go first', async () => {
    const names = Array.from({ length: 90 }, (_, index) => `/assets/part.${String(index).padStart(10, '0')}.js`);
    const { get, paths } = start(Object.fromEntries(names.map((name) => [name, fileResponse()])));
    for (const name of names) await get(name);
    expect(paths()).toEqual(names.slice(10));
  });

  test('fetches a file again after a month, and removes it when a release takes over', async () => {
    const { get, requested, clock, prune, paths } = start({ [FILE]: fileResponse() });
    await get(FILE);
    clock.now += 31 * DAY_MS;
    await get(FILE);
    expect(requested).toHaveLength(2);
    await prune();
    expect(paths()).toEqual([]);
  });
});
