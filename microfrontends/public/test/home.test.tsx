import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { firstModelsOf } from 'web-kit/first-models';
import { modelCache } from 'web-kit/model-cache';
import { createQueryClient, QueryClientProvider, queryKeys } from 'web-kit/query';
import { MemoryRouter } from 'web-kit/router';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { modelOf } from 'web-kit/testing/model';
import { ModelWallSection } from '../src/features/models/index.ts';
import { failure, goBack, logIn, open, platform } from './harness.tsx';

test('the home page shows the empty state when there is no model', async () => {
  platform({ 'GET /api/models': { body: [] } });
  open('/');
  expect(await screen.findByRole('heading', { name: 'Aucun modèle disponible pour le moment' })).toBeVisible();
});

test('the home page shows only counts above zero, and links each model to its page', async () => {
  platform({
    'GET /api/models': {
      body: [
        modelOf({ likes_count: 12480, is_live: true, is_verified: true }),
        modelOf({ slug: 'idris', name: 'Idris', followers_count: 0 }),
      ],
    },
  });
  open('/');
  expect(await screen.findByRole('link', { name: 'Voir le profil de Nina' })).toHaveAttribute('href', '/nina');
  expect(screen.getByText('LIVE')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Profil vérifié' })).toBeVisible();
  expect(
    within(screen.getByRole('main'))
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['12\u00a0480 likes']);
  expect(screen.getByText('2 modèles, 1 en live')).toBeVisible();
});

test('the home page opens the forgotten password for the link of a mail, and stays closed once it was closed', async () => {
  platform({ 'GET /api/models': { body: [] } });
  open('/?utm_source=mail&connexion=oubli');
  expect(await screen.findByRole('dialog', { name: 'Mot de passe oublié' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

describe('five hundred models, each 600 pixels high', () => {
  /** @param top distance of the wall's end from the top of the screen, in pixels */
  let approachEnd: (top: number) => void;
  beforeEach(() => {
    globalThis.IntersectionObserver = class {
      constructor(notify: (entries: { isIntersecting: boolean; boundingClientRect: { top: number } }[]) => void) {
        approachEnd = (top) => notify([{ isIntersecting: true, boundingClientRect: { top } }]);
      }
      observe() {}
      disconnect() {}
    } as never;
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return new DOMRect(0, 0, 390, this.childElementCount * 600);
    });
    platform({
      'GET /api/models': {
        body: Array.from({ length: 500 }, (_, index) => modelOf({ slug: `modele-${index}`, name: `Modèle ${index}` })),
      },
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'IntersectionObserver');
  });
  const cards = () => screen.getAllByRole('article');
  const room = () => (cards()[0]?.parentElement?.nextElementSibling as HTMLElement).style.minHeight;

  test('draws more models near the end, and reserves the room of those that are missing', async () => {
    open('/');
    expect(await screen.findByText('500 modèles')).toBeVisible();
    const before = cards().length;
    expect(room()).toBe(`${(500 - before) * 600}px`);
    act(() => approachEnd(2_000));
    expect(cards()).toHaveLength(before + 24);
    expect(room()).toBe(`${(500 - before - 24) * 600}px`);
  });

  test('renders one batch, not the whole list, after a jump far below the end', async () => {
    open('/');
    expect(await screen.findByText('500 modèles')).toBeVisible();
    const before = cards().length;
    act(() => approachEnd(-20_000));
    expect(cards()).toHaveLength(before + Math.ceil((innerHeight + 1_500 + 20_000) / 600));
    act(() => approachEnd(-200_000));
    expect(cards()).toHaveLength(before + Math.ceil((innerHeight + 1_500 + 20_000) / 600) + 96);
  });
});

test('the home page shows the cached list at once, refetches it, and retains it when that fails', async () => {
  let isDown = false;
  const { requests } = platform({
    'GET /api/models': () => (isDown ? 'no response' : { body: [modelOf({ name: 'Nina la nouvelle' })] }),
  });
  modelCache.writeList({ items: [modelOf()], total: 1, next: null });
  open('/');
  expect(screen.getByRole('link', { name: 'Voir le profil de Nina' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Voir le profil de Nina la nouvelle' })).toBeVisible();
  cleanup();
  isDown = true;
  open('/');
  await waitFor(() => expect(requests.length).toBeGreaterThan(1));
  expect(screen.getByRole('link', { name: 'Voir le profil de Nina la nouvelle' })).toBeVisible();
});

test('the home page refetches the models on "Réessayer"', async () => {
  let isBack = false;
  platform({ 'GET /api/models': () => (isBack ? { body: [modelOf()] } : 'no response') });
  open('/');
  const again = await screen.findByRole('button', { name: 'Réessayer' }, { timeout: 5_000 });
  isBack = true;
  await userEvent.click(again);
  expect(await screen.findByRole('link', { name: 'Voir le profil de Nina' })).toBeVisible();
});

test('the home page opens the registration from "start now" and from the closing call', async () => {
  platform({ 'GET /api/models': { body: [] } });
  open('/');
  await userEvent.click(screen.getByRole('button', { name: 'Commencer maintenant' }));
  expect(await screen.findByRole('dialog', { name: 'Inscription' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await userEvent.click(screen.getByRole('button', { name: 'Créer un compte gratuit' }));
  expect(await screen.findByRole('dialog', { name: 'Inscription' })).toBeVisible();
});

describe('finding a model', () => {
  const ines = modelOf({ slug: 'ines', name: 'Inès' });
  const nina = modelOf({ slug: 'nina', name: 'Nina', is_live: true });
  const shown = () => screen.getAllByRole('link', { name: /^Voir le profil/ }).map((link) => link.getAttribute('href'));

  test('shows live models first', async () => {
    platform({ 'GET /api/models': { body: [ines, nina] } });
    open('/');
    await screen.findByRole('link', { name: 'Voir le profil de Nina' });
    expect(shown()).toEqual(['/nina', '/ines']);
  });

  test('finds by name and narrows by a filter, on the server', async () => {
    platform({
      'GET /api/models': { body: [ines, nina] },
      'GET /api/models?q=in': { body: [ines] },
      'GET /api/models?q=in&filter=live': { body: [] },
    });
    const user = userEvent.setup();
    open('/');
    await user.type(await screen.findByRole('searchbox', { name: 'Chercher par nom' }), ' in ');
    await waitFor(() => expect(shown()).toEqual(['/ines']));
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('1\u00a0modèle sur 2.');
    expect(screen.getByRole('heading', { level: 2, name: /^Recherche «\sin\s»$/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^En live/ }));
    expect(screen.getByRole('button', { name: /^En live/, pressed: true })).toBeVisible();
    expect(await screen.findByRole('heading', { name: /^Personne ne s’appelle «\sin\s» ici$/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Effacer la recherche' }));
    await waitFor(() => expect(shown()).toEqual(['/nina', '/ines']));
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByRole('region', { name: 'Les modèles' })).toHaveFocus();
  });

  test('leads from the results back to all models', async () => {
    platform({
      'GET /api/models': { body: [ines, nina] },
      'GET /api/models?q=in': { body: [ines] },
      'GET /api/models?filter=live': { body: [nina] },
    });
    open('/');
    await userEvent.type(await screen.findByRole('searchbox'), 'in');
    await userEvent.click(await screen.findByRole('button', { name: 'Tout afficher' }));
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByRole('region', { name: 'Les modèles' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: /^En live/ }));
    await waitFor(() => expect(shown()).toEqual(['/nina']));
    // A filter alone is no search.
    expect(screen.getByRole('heading', { level: 2, name: 'Les modèles' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Tout afficher' }));
    await waitFor(() => expect(shown()).toEqual(['/nina', '/ines']));
    expect(screen.queryByRole('button', { name: 'Tout afficher' })).toBeNull();
  });

  test('finds the search and the chip as they were on the way back from a profile, and only there', async () => {
    platform({
      'GET /api/models': { body: [ines, nina] },
      'GET /api/models?q=in': { body: [ines, nina] },
      'GET /api/models?q=in&filter=live': { body: [nina] },
      'GET /api/models/nina': { body: nina },
    });
    open('/');
    await userEvent.type(await screen.findByRole('searchbox'), 'in');
    await userEvent.click(screen.getByRole('button', { name: /^En live/ }));
    await waitFor(() => expect(shown()).toEqual(['/nina']));
    await userEvent.click(screen.getByRole('link', { name: 'Voir le profil de Nina' }));
    await screen.findByRole('heading', { level: 1, name: /Nina/ });
    goBack();
    expect(screen.getByRole('searchbox')).toHaveValue('in');
    expect(screen.getByRole('button', { name: /^En live/, pressed: true })).toBeVisible();
    expect(shown()).toEqual(['/nina']);
    await userEvent.click(screen.getByRole('link', { name: 'Voir le profil de Nina' }));
    await userEvent.click(screen.getAllByRole('link', { name: /Coulisses/ })[0] as HTMLElement);
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  test('counts on each chip how many models it leaves', async () => {
    const zoe = modelOf({ slug: 'zoe', is_new: true, likes_count: 3 });
    platform({ 'GET /api/models': { body: [ines, { ...nina, is_verified: true }, zoe] } });
    open('/');
    await screen.findByRole('link', { name: 'Voir le profil d’Inès' });
    const chips = within(screen.getByRole('group', { name: 'Filtrer' })).getAllByRole('button');
    expect(chips.map((chip) => chip.textContent)).toEqual([
      'Tous 3',
      'En live 1',
      'Nouveaux 1',
      'Populaires 1',
      'Vérifiés 1',
    ]);
  });

  test('has the most liked models first among the popular ones, live or not', async () => {
    const liked = modelOf({ slug: 'zoe', name: 'Zoé', likes_count: 9 });
    platform({
      'GET /api/models': { body: [ines, nina] },
      'GET /api/models?filter=popular': { body: [liked, { ...nina, is_live: true }] },
    });
    open('/');
    await userEvent.click(await screen.findByRole('button', { name: /^Populaires/ }));
    await waitFor(() => expect(shown()).toEqual(['/zoe', '/nina']));
  });

  test('counts of a long list only what the server has counted', async () => {
    platform({
      'GET /api/models': {
        body: [ines, nina],
        headers: { 'x-total-count': '500', link: '</api/models?cursor=c>; rel="next"' },
      },
    });
    open('/');
    expect(await screen.findByRole('button', { name: 'Tous 500' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Nouveaux' })).toBeVisible();
  });

  test('marks new models, unless they are live or all are new', async () => {
    const badgesOf = () => screen.queryAllByText('Nouveau').length;
    platform({ 'GET /api/models': { body: [{ ...ines, is_new: true }, { ...nina, is_new: true }, modelOf()] } });
    open('/');
    await screen.findByRole('link', { name: 'Voir le profil d’Inès' });
    expect(badgesOf()).toBe(1);
    cleanup();
    localStorage.clear();
    platform({ 'GET /api/models': { body: [{ ...ines, is_new: true }] } });
    open('/');
    await screen.findByRole('link', { name: 'Voir le profil d’Inès' });
    expect(badgesOf()).toBe(0);
  });

  test('offers another try where the search fails', async () => {
    platform({
      'GET /api/models': { body: [ines, nina] },
      'GET /api/models?filter=new': failure(400, 'Filtre invalide', 'VALIDATION_FAILED'),
    });
    const user = userEvent.setup();
    open('/');
    await user.click(await screen.findByRole('button', { name: /^Nouveaux/ }));
    const retry = await screen.findByRole('button', { name: 'Réessayer' });
    platform({ 'GET /api/models?filter=new': { body: [ines] } });
    await user.click(retry);
    await waitFor(() => expect(shown()).toEqual(['/ines']));
  });

  test('keeps one column for this device', async () => {
    platform({ 'GET /api/models': { body: [ines, nina] } });
    const user = userEvent.setup();
    open('/');
    await user.click(await screen.findByRole('button', { name: 'Une colonne' }));
    cleanup();
    open('/');
    expect(await screen.findByRole('button', { name: 'Une colonne', pressed: true })).toBeInTheDocument();
  });
});

test('the home page sells nothing to a subscriber who has paid', async () => {
  platform({
    'GET /api/models': { body: [modelOf({ is_live: true })] },
    'GET /api/subscription': {
      body: { hasPaid: true, state: 'active', paidUntil: null, telegramLink: null },
    },
  });
  logIn();
  open('/');
  expect(await screen.findByRole('heading', { name: 'Bonsoir, Léa' })).toBeVisible();
  expect(screen.getByText('1 live en ce moment, et toutes les coulisses vous sont ouvertes.')).toBeVisible();
  expect(screen.queryByText(/€/)).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Voir les modèles' })).not.toBeInTheDocument();
});

// Equals the decision of the shell's server (contracts/page-match): another page in the browser would not hydrate the server's.
test.each(['/no/such/page', '/admin', '/live', '/live/live', '/two%20words', '/partner/two%20words'])(
  'the 404 page at %s links to the home page',
  async (path) => {
    platform({});
    open(path);
    expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute('href', '/');
  },
);

describe('a page that brings only the first of a long list', () => {
  const all = Array.from({ length: 60 }, (_, index) =>
    modelOf({ slug: `modele-${index}`, name: `Modèle ${index}`, is_live: index === 40 }),
  );
  const sent = [{ key: queryKeys.firstModels(), data: firstModelsOf({ items: all, total: 60, next: null }, 1) }];
  beforeEach(() => {
    jest.useFakeTimers();
    // Nothing ever intersects, so the wall does not grow by itself.
    stubIntersectionObserver();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('shows the total and fetches the rest after a delay', async () => {
    const { requests } = platform({ 'GET /api/models': { body: all } });
    open('/', sent);
    expect(screen.getByText('60 modèles, 1 en live')).toBeVisible();
    expect(requests).toEqual([]);
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(requests.map(({ operation }) => operation)).toEqual(['POST /api/visits', 'GET /api/models']);
    expect(screen.getByText('60 modèles, 1 en live')).toBeVisible();
    expect(modelCache.readList()?.data.items).toHaveLength(60);
  });

  test('hydrates as the server rendered it where the rest is here already', async () => {
    const client = createQueryClient();
    client.setQueryData(queryKeys.firstModels(), sent[0]?.data);
    const wall = (
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <ModelWallSection />
        </MemoryRouter>
      </QueryClientProvider>
    );
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = renderToString(wall);
    client.setQueryData(queryKeys.models(), { items: all, total: 60, next: null });
    const recovered = jest.fn();
    render(wall, { container, hydrate: true, onRecoverableError: recovered });
    expect(recovered).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: /^Nouveaux/ })).toHaveTextContent(/^Nouveaux\D*\d*$/);
  });

  test('keeps the first models when the rest cannot be loaded, and offers to try again', async () => {
    platform({ 'GET /api/models': 'no response' });
    open('/', sent);
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    await act(() => jest.advanceTimersByTimeAsync(3_000));
    expect(screen.getByRole('heading', { name: 'Impossible d’afficher la suite' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Voir le profil de Modèle 0' })).toBeVisible();
    platform({ 'GET /api/models': { body: all } });
    screen.getByRole('button', { name: 'Réessayer' }).click();
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull();
  });
});

describe('a list of several pages', () => {
  const models = Array.from({ length: 10 }, (_, index) =>
    modelOf({ slug: `modele-${index}`, name: `Modèle ${index}`, is_live: index === 9 }),
  );
  const page = (from: number, to: number, cursor?: string) => ({
    body: models.slice(from, to),
    headers: {
      'x-total-count': '10',
      ...(cursor && { link: `</api/models?cursor=${cursor}>; rel="next"` }),
    },
  });
  const shown = () =>
    screen.getAllByRole('link', { name: /^Voir le profil/ }).map((link) => link.getAttribute('href')?.slice(1));
  const slugs = models.map(({ slug }) => slug);

  test('fetches page after page as its end comes near, each model once', async () => {
    const { reads } = platform({
      'GET /api/models': page(0, 4, 'a.b'),
      'GET /api/models?cursor=a.b': page(3, 8, 'c.d'),
      'GET /api/models?cursor=c.d': page(8, 10),
    });
    open('/');
    await waitFor(() => expect(shown()).toEqual(slugs));
    expect(reads()).toEqual(['GET /api/models', 'GET /api/models?cursor=a.b', 'GET /api/models?cursor=c.d']);
    expect(screen.getByText('10 modèles')).toBeVisible();
    expect(modelCache.readList()?.data.items).toHaveLength(4);
  });

  test('fetches further pages of what a search finds', async () => {
    const { requests } = platform({
      'GET /api/models': page(0, 2),
      'GET /api/models?q=modele': page(0, 4, 'a.b'),
      'GET /api/models?q=modele&cursor=a.b': page(3, 10),
    });
    open('/');
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Chercher par nom' }), 'modele');
    await waitFor(() => expect(shown()).toEqual(slugs));
    expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain('10\u00a0modèles sur 10.');
    expect(requests.map(({ operation }) => operation)).toContain('GET /api/models?q=modele&cursor=a.b');
  });

  test('keeps what is here when a page fails, and goes on from there', async () => {
    let isBack = false;
    platform({
      'GET /api/models': page(0, 4, 'a.b'),
      'GET /api/models?cursor=a.b': page(4, 8, 'c.d'),
      'GET /api/models?cursor=c.d': () => (isBack ? page(8, 10) : failure(500, 'Une erreur est survenue', 'INTERNAL')),
    });
    open('/');
    expect(await screen.findByRole('heading', { name: 'Impossible d’afficher la suite' })).toBeVisible();
    expect(shown()).toEqual(slugs.slice(0, 8));
    isBack = true;
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    await waitFor(() => expect(shown()).toEqual(slugs));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
