import { describe, expect, test } from '@jest/globals';
import type { WorkerScope } from '../../src/service-worker/scope.ts';
import { startWorker } from '../../src/service-worker/worker.ts';
import { createCaches, createNetwork, requestOf } from './cache-double.ts';

const SCRIPT = '/assets/offline-page.0123456789.js';
const file = () => new Response('show()', { headers: { 'content-type': 'text/javascript' } });
const documentOf = (version: string) => () => new Response(`offline ${version}`, { headers: { etag: `"${version}"` } });

type Storage = ReturnType<typeof createCaches>;
const start = (version: string, responses: Parameters<typeof createNetwork>[0], storage: Storage = createCaches()) => {
  const listeners = new Map<string, (event: never) => void>();
  let hasSkipped = false;
  const notified: string[] = [];
  const network = createNetwork(responses);
  startWorker({
    offlineFiles: { version, document: '/offline', files: [SCRIPT] },
    panelRoots: ['admin'],
    caches: storage.caches,
    location: { origin: 'https://coulisses.example' },
    registration: { showNotification: async (title) => void notified.push(title) },
    clients: { matchAll: async () => [], openWindow: async (url) => void notified.push(url) },
    fetch: network.fetch,
    skipWaiting: async () => void (hasSkipped = true),
    addEventListener: (name, listener) => listeners.set(name, listener),
  } satisfies WorkerScope);
  const run = async (name: string, fields: object = {}) => {
    const work: Promise<unknown>[] = [];
    listeners.get(name)?.({ waitUntil: (one: Promise<unknown>) => work.push(one), ...fields } as never);
    await Promise.all(work);
  };
  const navigate = async (path: string, preloaded?: Response) => {
    let response: Promise<Response> | undefined;
    const request = Object.defineProperty(requestOf(path), 'mode', { value: 'navigate' });
    await run('fetch', {
      request,
      preloadResponse: Promise.resolve(preloaded),
      respondWith: (given: Promise<Response>) => (response = given),
    });
    return response && (await response).text().catch(() => 'no page');
  };
  return { ...storage, ...network, run, navigate, hasSkipped: () => hasSkipped, notified };
};

describe('the service worker', () => {
  test('takes over at once when its offline page is stored', async () => {
    const { run, paths, hasSkipped } = start('one', { '/offline': documentOf('one'), [SCRIPT]: file });
    await run('install');
    expect(paths()).toEqual(['/offline', SCRIPT]);
    expect(hasSkipped()).toBe(true);
  });

  test('shows a push message, and opens its page when it is tapped', async () => {
    const { run, notified } = start('one', {});
    const message = { kind: 'live', slug: 'nina', name: 'Nina' };
    await run('push', { data: { json: () => message } });
    await run('push', { data: { json: () => JSON.parse('no json') as unknown } });
    await run('notificationclick', { notification: { data: message, close: () => undefined } });
    expect(notified).toEqual(['Nina est en live', 'Du nouveau en coulisses', 'https://coulisses.example/nina/live']);
  });

  test('does not install beside a replica of another release', async () => {
    const { run, paths, hasSkipped } = start('two', { '/offline': documentOf('one'), [SCRIPT]: file });
    await expect(run('install')).rejects.toThrow('/offline is not of this release');
    expect(paths()).toEqual([]);
    expect(hasSkipped()).toBe(false);
  });

  test('shows pages from the network and caches none', async () => {
    const { navigate, paths } = start('one', { '/nina': () => new Response('nina') });
    expect(await navigate('/nina')).toBe('nina');
    expect(await navigate('/nina', new Response('preloaded'))).toBe('preloaded');
    expect(paths()).toEqual([]);
  });

  test('shows the offline page where the network fails, the new one after a release', async () => {
    const first = start('one', { '/offline': documentOf('one'), [SCRIPT]: file });
    await first.run('install');
    expect(await first.navigate('/nina')).toBe('offline one');
    const second = start('two', { '/offline': documentOf('two'), [SCRIPT]: file }, first);
    await second.run('install');
    await second.run('activate');
    expect(await second.navigate('/nina')).toBe('offline two');
    expect((await second.caches.keys()).filter((name) => name.includes('offline'))).toEqual(['site-offline-two']);
  });

  test('leaves panels to the network', async () => {
    const { navigate } = start('one', {});
    expect(await navigate('/admin/main')).toBeUndefined();
  });

  test('stores a visit and removes it', async () => {
    const { run, paths } = start('one', {});
    await run('message', { data: { type: 'visit', profile: { slug: 'nina', name: 'Nina' } } });
    expect(paths()).toEqual(['/.visited-profiles']);
    await run('message', { data: { type: 'clear-profiles' } });
    expect(paths()).toEqual([]);
    await run('message', { data: null });
  });
});
