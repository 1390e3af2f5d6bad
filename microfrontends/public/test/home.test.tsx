import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { firstModelsOf } from 'web-kit/first-models';
import { modelCache } from 'web-kit/model-cache';
import { queryKeys } from 'web-kit/query';
import { modelOf } from '../../../packages/web-kit/test/model.ts';
import { open, platform } from './harness.tsx';

test('shows the empty state when there is no model', async () => {
  platform({ 'GET /api/models': { body: [] } });
  open('/');
  expect(await screen.findByRole('heading', { name: 'Aucun modèle disponible pour le moment' })).toBeVisible();
});

test('When models are shown, then only counts above zero are, and each leads to its page', async () => {
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
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['12\u00a0480 likes']);
  expect(screen.getByText('2 modèles, 1 en live')).toBeVisible();
});

test('opens the forgotten password for the link of a mail, and stays closed once it was closed', async () => {
  platform({ 'GET /api/models': { body: [] } });
  open('/?utm_source=mail&connexion=oubli');
  expect(await screen.findByRole('dialog', { name: 'Mot de passe oublié' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

describe('five hundred models, each 600 pixels high', () => {
  /** @param top of the wall's end, in pixels from the screen's */
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

  test('When the end comes near, then more are drawn, and those that are missing have their room', async () => {
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

test('shows the cached list at once, refetches it, and retains it when that fails', async () => {
  let isDown = false;
  const { requests } = platform({
    'GET /api/models': () => (isDown ? 'no response' : { body: [modelOf({ name: 'Nina la nouvelle' })] }),
  });
  modelCache.writeList([modelOf()]);
  open('/');
  expect(screen.getByRole('link', { name: 'Voir le profil de Nina' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Voir le profil de Nina la nouvelle' })).toBeVisible();
  cleanup();
  isDown = true;
  open('/');
  await waitFor(() => expect(requests.length).toBeGreaterThan(1));
  expect(screen.getByRole('link', { name: 'Voir le profil de Nina la nouvelle' })).toBeVisible();
});

test('refetches the models on "Réessayer"', async () => {
  let isBack = false;
  platform({ 'GET /api/models': () => (isBack ? { body: [modelOf()] } : 'no response') });
  open('/');
  const again = await screen.findByRole('button', { name: 'Réessayer' }, { timeout: 5_000 });
  isBack = true;
  await userEvent.click(again);
  expect(await screen.findByRole('link', { name: 'Voir le profil de Nina' })).toBeVisible();
});

test('When "start now" or the closing call is pressed, then the registration opens', async () => {
  platform({ 'GET /api/models': { body: [] } });
  open('/');
  await userEvent.click(screen.getByRole('button', { name: 'Commencer maintenant' }));
  expect(await screen.findByRole('dialog', { name: 'Inscription' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
  await userEvent.click(screen.getByRole('button', { name: 'Créer un compte gratuit' }));
  expect(await screen.findByRole('dialog', { name: 'Inscription' })).toBeVisible();
});

test('When an address leads nowhere, then the 404 page leads home', async () => {
  platform({});
  open('/no/such/page');
  expect(screen.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute('href', '/');
});

describe('a page that brings only the first of a long list', () => {
  const all = Array.from({ length: 60 }, (_, index) =>
    modelOf({ slug: `modele-${index}`, name: `Modèle ${index}`, is_live: index === 40 }),
  );
  const sent = [{ key: queryKeys.firstModels(), data: firstModelsOf(all) }];
  beforeEach(() => {
    jest.useFakeTimers();
    // Nothing is ever in sight: the wall does not grow by itself.
    globalThis.IntersectionObserver = class {
      observe() {}
      disconnect() {}
    } as never;
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
    expect(requests.map(({ operation }) => operation)).toEqual(['GET /api/models']);
    expect(screen.getByText('60 modèles, 1 en live')).toBeVisible();
    expect(modelCache.readList()?.data).toHaveLength(60);
  });

  test('When the rest cannot be had, then the first ones stay, and it can be tried again', async () => {
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
