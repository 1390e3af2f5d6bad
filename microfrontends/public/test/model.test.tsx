import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { modelCache } from 'web-kit/model-cache';
import { modelOf } from 'web-kit/testing/model';
import { failure, itemOf, logIn, open, openItem, platform } from './harness.tsx';

const photos = [openItem({ id: 'p1', likes: 842 }), itemOf({ id: 'p2' }), itemOf({ id: 'p3', likes: 1 })];
const videos = [itemOf({ id: 'v1', duration: '3:24', likes: 987 })];
const nina = modelOf({
  photo_items: JSON.stringify(photos),
  video_items: JSON.stringify(videos),
  photos_count: 149,
  videos_count: 74,
  lives_count: 25,
});
const subscriptionOf = (hasPaid: boolean, telegramLink = 'https://t.me/+vip-group') => ({
  body: {
    hasPaid,
    state: hasPaid ? 'active' : 'pending',
    paidUntil: null,
    telegramLink: hasPaid ? telegramLink : null,
  },
});
const address = () => screen.getByTestId('address').textContent;

describe('the viewer of a paying subscriber', () => {
  const opened = modelOf({ photo_items: JSON.stringify([openItem({ id: 'p1' }), openItem({ id: 'p2' })]) });
  const closed = modelOf({ photo_items: JSON.stringify([itemOf({ id: 'p1' }), itemOf({ id: 'p2' })]) });
  const tile = (name: string) => screen.findByRole('button', { name });

  test('is opened once by two presses, and one "Fermer" leads back to the page', async () => {
    platform({ 'GET /api/models/nina': { body: opened }, 'GET /api/subscription': subscriptionOf(true) });
    logIn();
    open('/nina');
    await userEvent.dblClick(await tile('Photo 1, ouvrir'));
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: 'Photos de Nina' })).getByRole('button', { name: 'Fermer' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    // The next click opens it again.
    await userEvent.click(await tile('Photo 2, ouvrir'));
    expect(await screen.findByRole('img', { name: 'Photo 2 de Nina' })).toBeInTheDocument();
  });

  test('leads to the payment where a refund closes it', async () => {
    let hasPaid = true;
    platform({
      'GET /api/models/nina': () => ({ body: hasPaid ? opened : closed }),
      'GET /api/subscription': () => subscriptionOf(hasPaid),
    });
    logIn();
    open('/nina');
    await userEvent.click(await tile('Photo 1, ouvrir'));
    const picture = await screen.findByRole('img', { name: 'Photo 1 de Nina' });
    hasPaid = false;
    fireEvent.error(picture);
    await waitFor(() => expect(address()).toBe('/payment-status'));
  });
});

describe('a subscriber whose access is not known yet', () => {
  const offers = [/débloquer/i, /\d\s€/];

  test.each(['/nina', '/nina/live'])('is offered nothing on %s', async (path) => {
    platform({ 'GET /api/models/nina': { body: nina }, 'GET /api/subscription': () => new Promise(() => undefined) });
    logIn();
    open(path);
    await screen.findByRole('button', { name: /Discuter avec Nina|Chargement de votre accès/ });
    for (const offer of offers) {
      expect(screen.queryByRole('button', { name: offer })).toBeNull();
      expect(screen.queryByRole('link', { name: offer })).toBeNull();
      expect(screen.queryByRole('complementary', { name: offer })).toBeNull();
    }
  });
});

describe('the page of a model, for a visitor', () => {
  beforeEach(() => {
    platform({ 'GET /api/models/nina': { body: nina } });
    open('/nina');
  });

  test('shows counts on the tabs, and names each tile by its number and its lock', async () => {
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Photos 149', 'Vidéos 74', 'Redif live 25']);
    const grid = screen.getByRole('group', { name: 'Photos de Nina' });
    expect(
      within(grid)
        .getAllByRole('button')
        .map((tile) => tile.querySelector('.visually-hidden')?.textContent),
    ).toEqual([
      'Photo 1, s’inscrire pour voir, 842 likes',
      'Photo verrouillée 2, s’inscrire pour voir',
      'Photo verrouillée 3, s’inscrire pour voir, 1 like',
      undefined,
    ]);
    expect(within(grid).getByRole('button', { name: /^\+ 2\sphotos à débloquer 2,00\s€ aujourd’hui/ })).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: /Vidéos/ }));
    expect(
      screen.getByRole('button', { name: 'Vidéo verrouillée 1, s’inscrire pour voir, 987 likes, durée 3:24' }),
    ).toBeVisible();
  });

  test.each([
    'Photo 1, s’inscrire pour voir, 842 likes',
    'Photo verrouillée 2, s’inscrire pour voir',
    'Débloquer le contenu',
    'Discuter avec Nina',
    'Voir plus',
    /^\+ 2\sphotos à débloquer/,
  ])('opens the registration of this model from "%s"', async (name) => {
    await userEvent.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name: 'Nina' });
    expect(within(dialog).getByText('@nina')).toBeVisible();
    expect(within(dialog).getByText('Message direct avec Nina')).toBeVisible();
  });

  test('leads from the announcement to the live page, which offers registration and login', async () => {
    await userEvent.click(await screen.findByRole('link', { name: 'Live tous les soirs à 21h' }));
    expect(address()).toBe('/nina/live');
    expect(screen.getByRole('link', { name: "S'inscrire / Se connecter" })).toHaveAttribute('href', '/nina');
    expect(screen.getByRole('link', { name: 'Retour au profil' })).toHaveAttribute('href', '/nina');
  });
});

describe('an old link', () => {
  test.each([
    ['/ancienne?sub1=CLICK1', '/nina?sub1=CLICK1'],
    ['/ancienne/live?sub1=CLICK1', '/nina/live?sub1=CLICK1'],
  ])('leads from the old link %s to %s', async (former, present) => {
    // The response after the browser has followed the redirect.
    platform({ 'GET /api/models/ancienne': { body: nina }, 'GET /api/models/nina': { body: nina } });
    open(former);
    await waitFor(() => expect(address()).toBe(present));
    expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  });
});

describe('a model that cannot be shown', () => {
  test('reports an unknown model and links to the home page', async () => {
    platform({ 'GET /api/models/inconnue': failure(404, 'Modèle non trouvé', 'MODEL_NOT_FOUND') });
    open('/inconnue');
    expect(await screen.findByRole('heading', { name: 'Modèle non trouvé' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toBeVisible();
  });

  test('shows the home page when the request fails without a cache', async () => {
    platform({ 'GET /api/models/nina': 'no response', 'GET /api/models': { body: [] } });
    open('/nina');
    await waitFor(() => expect(address()).toBe('/'), { timeout: 5_000 });
  });

  test('shows the cached model when the request fails', async () => {
    modelCache.writeModel(nina);
    platform({ 'GET /api/models/nina': 'no response' });
    open('/nina');
    expect(await screen.findByRole('heading', { name: 'Nina, 27' })).toBeVisible();
  });
});

describe('the page of a model, for a subscriber', () => {
  test('opens the payment status when a subscriber who has not paid presses content', async () => {
    platform({
      'GET /api/models/nina': { body: nina },
      'GET /api/subscription': subscriptionOf(false),
      'GET /api/auth/check-payment': { body: { hasPaid: false } },
    });
    logIn();
    open('/nina');
    await userEvent.click(await screen.findByRole('button', { name: 'Photo 1, débloquer, 842 likes' }));
    await waitFor(() => expect(address()).toBe('/payment-status'));
  });

  test('opens the real photos of a paying subscriber in the viewer, the next one by the arrow, and stores none in the browser', async () => {
    const paid = modelOf({
      photo_items: JSON.stringify([
        openItem({ id: 'p1', filePath: '/uploads/items/1/1280.webp' }),
        openItem({ id: 'p2', isLocked: true, filePath: '/uploads/items/2/1280.webp?signature=s' }),
      ]),
      photos_count: 2,
    });
    const { requests } = platform({
      'GET /api/models/nina': ({ token }) => ({ body: token ? paid : nina }),
      'GET /api/subscription': subscriptionOf(true),
    });
    logIn();
    open('/nina');
    await userEvent.click(await screen.findByRole('button', { name: 'Photo 1, ouvrir' }));
    const viewer = await screen.findByRole('dialog', { name: 'Photos de Nina' });
    expect(within(viewer).getByRole('img', { name: 'Photo 1 de Nina' })).toHaveAttribute(
      'src',
      '/uploads/items/1/1280.webp',
    );
    await userEvent.keyboard('{ArrowRight}');
    expect(within(viewer).getByRole('img', { name: 'Photo 2 de Nina' })).toHaveAttribute(
      'src',
      '/uploads/items/2/1280.webp?signature=s',
    );
    await userEvent.click(within(viewer).getByRole('button', { name: 'Fermer' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Rejoindre le groupe de Nina' })).toHaveAttribute(
      'href',
      'https://t.me/+vip-group',
    );
    expect(screen.queryByRole('button', { name: 'Débloquer le contenu' })).not.toBeInTheDocument();
    expect(
      requests.some(({ operation, token }) => operation === 'GET /api/models/nina' && token === 'Bearer token-of-lea'),
    ).toBe(true);
    expect(JSON.stringify({ ...localStorage })).not.toContain('signature');
  });

  test('keeps "Discuter avec" for a person who has paid where the link may lead to an account', async () => {
    platform({
      'GET /api/models/nina': { body: nina },
      'GET /api/subscription': subscriptionOf(true, 'https://t.me/nina'),
    });
    logIn();
    open('/nina');
    expect(await screen.findByRole('link', { name: 'Discuter avec Nina' })).toHaveAttribute(
      'href',
      'https://t.me/nina',
    );
  });

  test('requests the model again when the address of a photo has expired, and shows the new one', async () => {
    let fetchCount = 0;
    const model = () =>
      modelOf({
        photo_items: JSON.stringify([
          openItem({ id: 'p1', filePath: `/uploads/items/1/1280.webp?expires=${fetchCount}` }),
        ]),
      });
    platform({
      'GET /api/models/nina': () => ({ body: (fetchCount += 1) && model() }),
      'GET /api/subscription': subscriptionOf(true),
    });
    logIn();
    open('/nina');
    await userEvent.click(await screen.findByRole('button', { name: 'Photo 1, ouvrir' }));
    const photo = await screen.findByRole('img', { name: 'Photo 1 de Nina' });
    const before = photo.getAttribute('src');
    fireEvent.error(photo);
    await waitFor(() =>
      expect(screen.getByRole('img', { name: 'Photo 1 de Nina' }).getAttribute('src')).not.toBe(before),
    );
  });

  test('counts down on the live page and shows the Telegram link to a subscriber who has paid while the model is not live', async () => {
    jest.useFakeTimers({
      now: new Date('2026-11-21T19:00:00+01:00'),
      doNotFake: ['setTimeout', 'queueMicrotask', 'nextTick'],
    });
    platform({ 'GET /api/models/nina': { body: nina }, 'GET /api/subscription': subscriptionOf(true) });
    logIn();
    open('/nina/live');
    const timer = await screen.findByRole('timer');
    await waitFor(() => expect(timer).toHaveTextContent('2 h 00 min 00 s'));
    expect(screen.getByRole('link', { name: 'Rejoindre le groupe Telegram VIP' })).toHaveAttribute(
      'href',
      'https://t.me/+vip-group',
    );
    expect(screen.getByRole('heading', { name: 'Rediffusion des live' })).toBeVisible();
    jest.useRealTimers();
  });
});
