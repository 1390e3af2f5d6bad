import { describe, expect, test } from '@jest/globals';
import { createProfiles } from '../../src/service-worker/profiles.ts';
import { PROFILES_CACHE, readProfiles } from '../../src/service-worker/visited-profile.ts';
import { createCaches, createNetwork } from './cache-double.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1_000;
const picture = () => new Response('picture', { headers: { 'content-type': 'image/webp' } });
const NINA = {
  slug: 'nina',
  name: 'Nina',
  bio: 'Danseuse',
  avatar: '/uploads/public/a1/192.webp?v=1',
  cover: '/uploads/public/c1/320.webp?v=1',
};

const start = () => {
  const clock = { now: NOW };
  const storage = createCaches();
  const network = createNetwork({ [NINA.avatar]: picture, [NINA.cover]: picture });
  const profiles = createProfiles({ caches: storage.caches, fetch: network.fetch, now: () => clock.now });
  const list = async () => readProfiles(await storage.caches.open(PROFILES_CACHE), clock.now);
  return { ...storage, ...network, ...profiles, list, clock };
};

describe('visited profiles in the service worker', () => {
  test('stores the public fields and pictures of a visited profile', async () => {
    const { add, list, paths } = start();
    await add({ ...NINA, token: 'secret', photo_items: '[]' });
    expect(await list()).toEqual([{ ...NINA, visitedAt: NOW }]);
    expect(paths()).toEqual(expect.arrayContaining([NINA.avatar, NINA.cover]));
  });

  test.each([
    '/uploads/items/a1/640.webp',
    '/uploads/public/a1/192.webp?signature=x',
    '/uploads/public/../items/a1.webp',
    'https://cdn.example/uploads/public/a1/192.webp',
    '/api/models/nina',
    5,
  ])('stores no picture from %s', async (avatar) => {
    const { add, list, requested } = start();
    await add({ ...NINA, avatar, cover: undefined });
    expect((await list())[0]?.avatar).toBeUndefined();
    expect(requested).toEqual([]);
  });

  test.each([null, 'nina', {}, { slug: '../x', name: 'X' }, { slug: 'x', name: '' }])(
    'ignores what is no profile: %j',
    async (value) => {
      const { add, paths } = start();
      await add(value);
      expect(paths()).toEqual([]);
    },
  );

  test('lists the latest visit first, each profile once, at most twelve of the last month', async () => {
    const { add, list, clock } = start();
    await add(NINA);
    clock.now += 20 * DAY_MS;
    for (let index = 0; index < 12; index += 1) await add({ slug: `m-${index}`, name: `M ${index}` });
    await add({ slug: 'm-3', name: 'M 3' });
    expect((await list()).map(({ slug }) => slug).slice(0, 3)).toEqual(['m-3', 'm-11', 'm-10']);
    expect(await list()).toHaveLength(12);
    clock.now += 31 * DAY_MS;
    expect(await list()).toEqual([]);
  });

  test('drops the pictures of a profile that left the list', async () => {
    const { add, paths } = start();
    await add(NINA);
    for (let index = 0; index < 12; index += 1) await add({ slug: `m-${index}`, name: `M ${index}` });
    expect(paths().filter((path) => path.startsWith('/uploads/'))).toEqual([]);
  });

  test('removes everything after a logout, visits that are still being stored included', async () => {
    const { add, clear, paths } = start();
    await Promise.all([add(NINA), clear()]);
    expect(paths()).toEqual([]);
  });

  test('stores a profile without a picture that does not come in time', async () => {
    const { caches } = createCaches();
    const silent: typeof fetch = (_address, { signal } = {}) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
    const profiles = createProfiles({ caches, fetch: silent, now: () => NOW, pictureTimeoutMs: 1 });
    await profiles.add(NINA);
    expect(await readProfiles(await caches.open(PROFILES_CACHE), NOW)).toEqual([{ ...NINA, visitedAt: NOW }]);
  });

  test('stores a profile without a picture that breaks off', async () => {
    const { caches, paths } = createCaches();
    const broken = () =>
      new Response(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }), {
        headers: { 'content-type': 'image/webp' },
      });
    const { fetch } = createNetwork({ [NINA.avatar]: broken, [NINA.cover]: picture });
    await createProfiles({ caches, fetch, now: () => NOW }).add(NINA);
    expect(await readProfiles(await caches.open(PROFILES_CACHE), NOW)).toEqual([{ ...NINA, visitedAt: NOW }]);
    expect(paths()).not.toContain(NINA.avatar);
    expect(paths()).toContain(NINA.cover);
  });
});
