import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { screen } from '@testing-library/react';
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

test('lists the visited profiles with their pictures, or their initials', async () => {
  await showProfiles();
  expect(screen.getByRole('link', { name: 'Nina' })).toHaveAttribute('href', '/nina');
  expect(document.querySelector('img')).toHaveAttribute('src', 'blob:picture');
  expect(screen.getByRole('link', { name: 'Lola <b>' }).firstChild).toHaveTextContent('L');
});

test('shows the profile of the address first', async () => {
  history.replaceState(null, '', '/nina/live');
  await showProfiles();
  expect(screen.getByRole('heading', { name: 'Nina' })).toBeVisible();
  expect(screen.getByText('Bio de Nina')).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(1);
});

test('stays without a list where nothing was visited', async () => {
  await caches.delete(PROFILES_CACHE);
  await showProfiles();
  expect(document.getElementById('visited')).toHaveAttribute('hidden');
});
