import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { retryWhenReachable } from '../src/offline-page/retry.ts';
import { showProfiles } from '../src/offline-page/show-profiles.ts';
import { PROFILES_CACHE, writeProfiles } from '../src/service-worker/visited-profile.ts';
import { createCaches } from './service-worker/cache-double.ts';

const profile = (slug: string, name: string) => ({ slug, name, bio: `Bio de ${name}`, visitedAt: Date.now() });
const picture = '/uploads/public/a1/192.webp?v=1';

beforeEach(async () => {
  const { caches } = createCaches();
  Object.defineProperty(window, 'caches', { configurable: true, value: caches });
  URL.createObjectURL = jest.fn(() => 'blob:picture');
  const cache = await caches.open(PROFILES_CACHE);
  await cache.put(picture, new Response('picture'));
  await writeProfiles(cache, [{ ...profile('nina', 'Nina'), avatar: picture }, profile('lola', 'Lola <b>')]);
  document.body.innerHTML = '<div id="wanted"></div><section id="visited" hidden><h2>Déjà vus</h2></section>';
});
afterEach(() => history.replaceState(null, '', '/'));

test('the offline page lists the visited profiles with their pictures, or their initials', async () => {
  await showProfiles();
  expect(screen.getByRole('link', { name: 'Nina' })).toHaveAttribute('href', '/nina');
  expect(document.querySelector('img')).toHaveAttribute('src', 'blob:picture');
  expect(screen.getByRole('link', { name: 'Lola <b>' }).firstChild).toHaveTextContent('L');
});

test('the offline page shows the profile of the address first', async () => {
  history.replaceState(null, '', '/nina/live');
  await showProfiles();
  expect(screen.getByRole('heading', { name: 'Nina' })).toBeVisible();
  expect(screen.getByText('Bio de Nina')).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('the offline page stays without a list where nothing was visited', async () => {
  await caches.delete(PROFILES_CACHE);
  await showProfiles();
  expect(document.getElementById('visited')).toHaveAttribute('hidden');
});

describe('a retry', () => {
  const open = jest.fn();
  const fetchHealth = jest.fn<() => Promise<Response>>();
  const original = window.fetch.bind(window);
  let listen: jest.SpiedFunction<typeof window.addEventListener>;
  beforeEach(() => {
    jest.useFakeTimers();
    open.mockClear();
    fetchHealth.mockReset().mockRejectedValue(new TypeError('Failed to fetch'));
    window.fetch = fetchHealth;
    listen = jest.spyOn(window, 'addEventListener');
    retryWhenReachable(open);
  });
  afterEach(() => {
    for (const [type, listener] of listen.mock.calls) window.removeEventListener(type, listener);
    listen.mockRestore();
    jest.useRealTimers();
    window.fetch = original;
  });
  const respond = () => fetchHealth.mockResolvedValue({ ok: true } as Response);

  test('opens the page once the server responds', async () => {
    await jest.advanceTimersByTimeAsync(3_000);
    expect(open).not.toHaveBeenCalled();
    respond();
    await jest.advanceTimersByTimeAsync(6_000);
    expect(open).toHaveBeenCalledTimes(1);
  });

  test('waits for the server where the browser reports a network', async () => {
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(fetchHealth).toHaveBeenCalledTimes(1);
    expect(open).not.toHaveBeenCalled();
    respond();
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(open).toHaveBeenCalledTimes(1);
  });

  test('does not take the place of a page that is being opened', async () => {
    respond();
    window.dispatchEvent(new Event('beforeunload'));
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(open).not.toHaveBeenCalled();
    // The other page did not open.
    await jest.advanceTimersByTimeAsync(6_000);
    expect(open).toHaveBeenCalledTimes(1);
  });
});
