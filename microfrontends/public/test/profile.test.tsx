import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { modelOf } from 'web-kit/testing/model';
import { goBack, open, platform } from './harness.tsx';

const nina = modelOf();
const define = (name: 'share' | 'clipboard', value: unknown) =>
  Object.defineProperty(navigator, name, { value, configurable: true });

describe('"Partager"', () => {
  afterEach(() => {
    define('share', undefined);
    define('clipboard', undefined);
  });
  const press = async (prepare: () => void) => {
    platform({ 'GET /api/models/nina': { body: nina } });
    open('/nina?sub1=CLICK1');
    const button = await screen.findByRole('button', { name: 'Partager' });
    const user = userEvent.setup();
    prepare();
    await user.click(button);
  };

  test('opens the device’s sheet with the address of the page, without the visitor’s own tracking', async () => {
    const share = jest.fn(async (_data: unknown) => undefined);
    await press(() => define('share', share));
    expect(share).toHaveBeenCalledWith({ title: 'Nina - Coulisses', url: 'http://localhost/nina' });
    expect(screen.queryByText('Lien copié')).toBeNull();
  });

  test('reports nothing when the sheet is closed', async () => {
    const share = jest.fn(async () => Promise.reject(new DOMException('closed', 'AbortError')));
    await press(() => define('share', share));
    await waitFor(() => expect(share).toHaveBeenCalled());
    expect(screen.queryByText('Erreur')).toBeNull();
  });

  test('copies the address where there is no sheet', async () => {
    const writeText = jest.fn(async (_text: string) => undefined);
    await press(() => define('clipboard', { writeText }));
    expect(await screen.findByText('Lien copié')).toBeVisible();
    expect(writeText).toHaveBeenCalledWith('http://localhost/nina');
  });

  test('shows the address where it cannot be copied', async () => {
    await press(() => define('clipboard', { writeText: async () => Promise.reject(new Error('denied')) }));
    expect(await screen.findByText(/Copiez ce lien\s: http:\/\/localhost\/nina/)).toBeVisible();
  });
});

describe('the bio', () => {
  test('folds a long text behind "Lire la suite", and unfolds it', async () => {
    const bio = `${'Chanteuse de nuit, '.repeat(20)}fin.`;
    platform({ 'GET /api/models/nina': { body: modelOf({ bio }) } });
    open('/nina');
    const button = await screen.findByRole('button', { name: 'Lire la suite' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    const text = document.getElementById(button.getAttribute('aria-controls') ?? '');
    expect(text).toHaveTextContent(bio);
    expect(text?.className).not.toBe('');
    await userEvent.click(button);
    expect(screen.getByRole('button', { name: 'Réduire' })).toHaveAttribute('aria-expanded', 'true');
    expect(text?.className).toBe('');
  });

  test('has no button where it is short', async () => {
    platform({ 'GET /api/models/nina': { body: modelOf({ bio: 'Chanteuse. '.repeat(9).trim() }) } });
    open('/nina');
    expect(await screen.findByText(/^Chanteuse\./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Lire la suite' })).toBeNull();
  });
});

describe('a long name', () => {
  test.each([
    ['Nina', ''],
    ['Maximilienne', '0.76'],
    ['Marie-Antoinette de la Tour-Maubourg', '0.58'],
    ['A'.repeat(60), '0.36'],
  ])('draws %s in its step of the poster’s size', async (name, scale) => {
    platform({ 'GET /api/models/nina': { body: modelOf({ name }) } });
    open('/nina');
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.style.getPropertyValue('--poster-scale')).toBe(scale);
  });
});

describe('"À découvrir aussi"', () => {
  const wall = ['lola', 'nina', 'zoe', 'max', 'iris', 'noa'].map((slug) =>
    modelOf({ slug, name: slug, is_live: slug === 'iris' }),
  );
  const section = () => screen.queryByRole('region', { name: 'À découvrir aussi' });
  const names = () =>
    within(section() ?? document.body)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent?.split(',')[0]);

  test('shows four others, live ones first, then those that follow on the wall', async () => {
    platform({ 'GET /api/models/nina': { body: nina }, 'GET /api/models': { body: wall } });
    open('/nina');
    await waitFor(() => expect(names()).toEqual(['iris', 'zoe', 'max', 'noa']));
    expect(screen.getByRole('link', { name: 'Toute l’affiche' })).toHaveAttribute('href', '/');
  });

  test('fetches nothing before the visitor comes near', async () => {
    let notify: (entries: { isIntersecting: boolean }[]) => void = () => undefined;
    class Observer {
      constructor(callback: typeof notify) {
        notify = callback;
      }
      observe() {}
      disconnect() {}
    }
    Object.defineProperty(globalThis, 'IntersectionObserver', { value: Observer, configurable: true });
    const { requests } = platform({ 'GET /api/models/nina': { body: nina }, 'GET /api/models': { body: wall } });
    // The server had no list when it rendered this page: showing a cached list at once would break the hydration.
    open('/nina', [{ key: ['models'], data: { items: wall, total: wall.length, next: null } }]);
    await screen.findByRole('heading', { level: 1, name: 'Nina, 27' });
    expect(requests.map(({ operation }) => operation)).not.toContain('GET /api/models');
    expect(within(section() ?? document.body).queryAllByRole('heading', { level: 3 })).toEqual([]);
    act(() => notify([{ isIntersecting: true }]));
    await waitFor(() => expect(names()).toHaveLength(4));
    Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  });

  test('leads back to the tab that was open, and begins another profile at its photos', async () => {
    const [, , zoe] = wall;
    platform({
      'GET /api/models/nina': { body: nina },
      'GET /api/models/zoe': { body: zoe },
      'GET /api/models': { body: wall },
    });
    open('/nina');
    await userEvent.click(await screen.findByRole('tab', { name: /^Vidéos/ }));
    await userEvent.click(await screen.findByRole('link', { name: 'Voir le profil de zoe' }));
    await screen.findByRole('heading', { level: 1, name: /^zoe/ });
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent(/^Photos/);
    goBack();
    await screen.findByRole('heading', { level: 1, name: 'Nina, 27' });
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent(/^Vidéos/);
  });

  test.each([
    ['there is no other model', { body: [nina] }],
    ['the list cannot be had', 'no response' as const],
  ])('is missing where %s', async (_, response) => {
    platform({ 'GET /api/models/nina': { body: nina }, 'GET /api/models': response });
    open('/nina');
    await screen.findByRole('heading', { level: 1, name: 'Nina, 27' });
    await waitFor(() => expect(section()).toBeNull());
  });
});

describe('the footer', () => {
  test.each(['/nina', '/nina/live'])('closes %s', async (path) => {
    platform({ 'GET /api/models/nina': { body: nina } });
    open(path);
    expect(await screen.findByRole('contentinfo')).toHaveTextContent('Réservé aux personnes de 18 ans ou plus');
  });
});
