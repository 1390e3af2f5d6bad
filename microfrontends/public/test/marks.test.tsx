import { beforeEach, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { modelOf } from 'web-kit/testing/model';
import { failure, logIn, open, platform } from './harness.tsx';

const nina = modelOf({ likes_count: 41 });
const subscription = { body: { hasPaid: false, state: 'pending', paidUntil: null, telegramLink: null } };
const done = { body: { ok: true } };
const button = (name: string) => screen.findByRole('button', { name });
const operationsOf = ({ requests }: ReturnType<typeof platform>) =>
  requests.map(({ operation }) => operation).filter((operation) => /^(PUT|DELETE)/.test(operation));

const show = (responses: Parameters<typeof platform>[0] = {}) => {
  const stubbed = platform({
    'GET /api/models/nina': { body: nina },
    'GET /api/subscription': subscription,
    'GET /api/likes': { body: [] },
    'GET /api/favourites': { body: [] },
    ...responses,
  });
  open('/nina');
  return stubbed;
};

describe('"J’aime" and "Favori" of a visitor', () => {
  test.each(['J’aime', 'Favori'])('"%s" opens the registration of this model, and requests nothing', async (name) => {
    const stubbed = show();
    await userEvent.click(await button(name));
    expect(await screen.findByRole('dialog', { name: 'Nina' })).toBeVisible();
    expect(stubbed.requests.filter(({ operation }) => /likes|favourites/.test(operation))).toEqual([]);
  });
});

describe('"J’aime" and "Favori" of a subscriber', () => {
  beforeEach(() => logIn());

  test('likes and takes it back, counted at once', async () => {
    const stubbed = show({ 'PUT /api/likes/nina': done, 'DELETE /api/likes/nina': done });
    const like = await button('J’aime');
    expect(like).toHaveAttribute('aria-pressed', 'false');
    await userEvent.click(like);
    expect(like).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('42')).toBeVisible();
    await userEvent.click(like);
    expect(like).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByText('41')).toBeVisible();
    await waitFor(() => expect(operationsOf(stubbed)).toEqual(['PUT /api/likes/nina', 'DELETE /api/likes/nina']));
  });

  test.each([
    ['J’aime', 'likes'],
    ['Favori', 'favourites'],
  ])('undoes "%s" and reports it when the server fails', async (name, path) => {
    show({ [`PUT /api/${path}/nina`]: failure(503, 'Service momentanément indisponible', 'SERVICE_UNAVAILABLE') });
    const toggle = await button(name);
    await userEvent.click(toggle);
    expect(await screen.findByText('Service momentanément indisponible')).toBeVisible();
    expect(toggle).toHaveAttribute('aria-pressed', 'false');
    expect(screen.getByText('41')).toBeVisible();
  });

  test('shows what is stored on a further page of the lists', async () => {
    const next = (path: string) => ({ link: `<${path}?cursor=further>; rel="next"` });
    show({
      'GET /api/likes': { body: ['zoe'], headers: next('/api/likes') },
      'GET /api/likes?cursor=further': { body: ['nina'] },
      'GET /api/favourites': { body: [modelOf({ slug: 'zoe' })], headers: next('/api/favourites') },
      'GET /api/favourites?cursor=further': { body: [nina] },
    });
    for (const name of ['J’aime', 'Favori'])
      await waitFor(async () => expect(await button(name)).toHaveAttribute('aria-pressed', 'true'));
  });

  test('shows what is stored', async () => {
    show({ 'GET /api/likes': { body: ['nina'] }, 'GET /api/favourites': { body: [nina] } });
    for (const name of ['J’aime', 'Favori'])
      await waitFor(async () => expect(await button(name)).toHaveAttribute('aria-pressed', 'true'));
  });
});

describe('"Mes favoris"', () => {
  const home = (favourites: unknown) => {
    platform({
      'GET /api/models': { body: [nina] },
      'GET /api/subscription': subscription,
      'GET /api/favourites': { body: favourites },
    });
    open('/');
  };
  test('leads a subscriber from the home page to each favourite', async () => {
    logIn();
    home([modelOf({ slug: 'zoe', name: 'Zoé', is_live: true }), nina]);
    const section = await screen.findByRole('region', { name: 'Mes favoris' });
    expect(within(section).getByRole('link', { name: /^LIVE\s*Zoé$/ })).toHaveAttribute('href', '/zoe');
    expect(within(section).getByRole('link', { name: 'Nina' })).toHaveAttribute('href', '/nina');
    expect(within(section).getByRole('link', { name: 'Gérer' })).toHaveAttribute('href', '/account#favoris');
  });

  test('shows the newest sixty, and leads to the account for the others', async () => {
    logIn();
    home(Array.from({ length: 61 }, (_, index) => modelOf({ slug: `m${index}`, name: `Modèle ${index}` })));
    const section = await screen.findByRole('region', { name: 'Mes favoris' });
    expect(within(section).getAllByRole('link')).toHaveLength(62);
    expect(within(section).getByRole('link', { name: 'Vos 61\u00a0favoris' })).toHaveAttribute(
      'href',
      '/account#favoris',
    );
  });

  test.each([
    ['a visitor', false, [nina]],
    ['a subscriber without favourites', true, []],
  ])('is missing for %s', async (_, isSubscriber, favourites) => {
    if (isSubscriber) logIn();
    home(favourites);
    await screen.findByRole('link', { name: 'Voir le profil de Nina' });
    expect(screen.queryByRole('region', { name: 'Mes favoris' })).toBeNull();
  });
});
