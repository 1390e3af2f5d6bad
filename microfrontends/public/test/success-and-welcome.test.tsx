import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { storage } from 'web-kit/storage';
import { modelOf } from 'web-kit/testing/model';
import { itemOf, LEA, logIn, open, openItem, platform } from './harness.tsx';
import { address, arrivesAt, CHECK, models, paid, SUBSCRIPTION, unpaid } from './payment-page.ts';

test('a subscriber who pays after an unpaid check comes to the success page, and stays there', async () => {
  let hasPaid = false;
  const { requests } = platform({
    ...models,
    'GET /api/models/nina': { body: modelOf() },
    [CHECK]: () => ({ body: { hasPaid } }),
    [SUBSCRIPTION]: () => (hasPaid ? paid : unpaid),
  });
  logIn();
  open('/nina');
  const unlock = await screen.findByRole('button', { name: 'Débloquer le contenu' });
  await waitFor(() => expect(requests.some(({ operation }) => operation === SUBSCRIPTION)).toBe(true));
  hasPaid = true;
  // The page still has the former response in its cache.
  await userEvent.click(unlock);
  expect(await screen.findByRole('heading', { name: 'Félicitations, Léa' })).toBeVisible();
  expect(address()).toBe('/success');
});

describe('/success', () => {
  test('shows the Telegram link and the benefits to a subscriber who has paid', async () => {
    platform({ ...models, [SUBSCRIPTION]: paid });
    logIn({ ...LEA, firstName: '' });
    open('/success');
    expect(await screen.findByRole('heading', { name: 'Félicitations, lea' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Rejoindre le groupe Telegram VIP' })).toHaveAttribute(
      'href',
      'https://t.me/vip',
    );
    for (const benefit of [
      'Contenu VIP illimité',
      'Lives exclusifs quotidiens',
      'Photos et vidéos premium',
      'Support prioritaire 24/7',
    ])
      expect(screen.getByText(benefit)).toBeVisible();
    expect(screen.getByText('L’accès de lea')).toBeVisible();
    expect(
      screen.getByText(/^Le rideau est levé\. Le groupe VIP et tous les profils vous sont ouverts\.$/),
    ).toBeVisible();
    expect(await screen.findByText('jusqu’au 21 décembre 2026')).toBeVisible();
  });

  test('leads to the model of the registration first, with three of its unlocked photos', async () => {
    storage.set('selectedModel', 'nina');
    let reads = 0;
    const photos = ['a', 'b', 'c', 'd'];
    platform({
      'GET /api/models': { body: [modelOf()] },
      'GET /api/models/nina': () => ({
        body: modelOf({
          photo_items: JSON.stringify(
            // The payment reaches the catalogue later than billing.
            photos.map((id) => (reads++ < photos.length ? itemOf({ id }) : openItem({ id, isLocked: true }))),
          ),
        }),
      }),
      [SUBSCRIPTION]: paid,
    });
    logIn();
    open('/success');
    const look = await screen.findByRole('link', { name: 'Voir les coulisses de Nina' });
    expect(look).toHaveAttribute('href', '/nina');
    const unlocked = await screen.findAllByRole('link', { name: /^Ouvrir la photo \d de Nina$/ }, { timeout: 10_000 });
    expect(unlocked.map((photo) => photo.getAttribute('href'))).toEqual(['/nina', '/nina', '/nina']);
    expect(
      screen.getByText('Le rideau est levé. Ces trois photos viennent de s’ouvrir, avec tout le reste.'),
    ).toBeVisible();
    const telegram = screen.getByRole('link', { name: 'Rejoindre le groupe Telegram VIP' });
    expect(look.compareDocumentPosition(telegram)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);

    const [, second] = unlocked;
    if (second) await userEvent.click(second);
    expect(await screen.findByRole('img', { name: 'Photo 2 de Nina' })).toBeVisible();
    expect(address()).toBe('/nina');
    await userEvent.click(screen.getByRole('button', { name: 'Fermer' }));
    await arrivesAt('/success');
  });

  test('states on the ticket what was paid last', async () => {
    const payment = { id: 'p', currency: 'EUR', remainingCents: 200, receiptNumber: 'R' };
    platform({
      ...models,
      [SUBSCRIPTION]: paid,
      'GET /api/subscription/payments': {
        body: [
          { ...payment, id: 'd', kind: 'decline', amountCents: 500, paidAt: '2026-11-23T12:00:00.000Z' },
          { ...payment, kind: 'first', amountCents: 200, paidAt: '2026-11-22T12:00:00.000Z' },
        ],
      },
    });
    logIn();
    open('/success');
    expect(await screen.findByText(/^payé/)).toHaveTextContent('payé 2,00 € TTCle 22 novembre 2026');
  });

  test('leads to the model of the registration on another device', async () => {
    platform({
      ...models,
      'GET /api/models/nina': { body: modelOf() },
      [SUBSCRIPTION]: { body: { ...paid.body, modelSlug: 'nina' } },
    });
    logIn();
    open('/success');
    expect(await screen.findByRole('link', { name: 'Voir les coulisses de Nina' })).toHaveAttribute('href', '/nina');
  });

  test('leads to the model of the registration where it is not in the first page of the list', async () => {
    storage.set('selectedModel', 'nina');
    platform({
      'GET /api/models': {
        body: [modelOf({ slug: 'ines', name: 'Inès' })],
        headers: { link: '</api/models?cursor=a.b>; rel="next"', 'x-total-count': '2' },
      },
      'GET /api/models/nina': { body: modelOf() },
      [SUBSCRIPTION]: paid,
    });
    logIn();
    open('/success');
    expect(await screen.findByRole('link', { name: 'Voir les coulisses de Nina' })).toHaveAttribute('href', '/nina');
  });

  test('states that the invite to the group is on its way, and shows it once it has come', async () => {
    jest.useFakeTimers();
    const pending = { body: { ...paid.body, telegramLink: null, isTelegramPending: true } };
    let response: typeof paid | typeof pending = pending;
    const { requests } = platform({ ...models, [SUBSCRIPTION]: () => response });
    logIn();
    open('/success');
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText('Votre invitation au groupe Telegram se prépare. Elle s’affichera ici.')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(60 * 60_000));
    const count = () => requests.filter(({ operation }) => operation === SUBSCRIPTION).length;
    expect(count()).toBeLessThan(70);
    response = paid;
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(screen.getByRole('link', { name: 'Rejoindre le groupe Telegram VIP' })).toBeVisible();
    expect(screen.queryByText(/se prépare/)).toBeNull();
    const countBefore = count();
    await act(() => jest.advanceTimersByTimeAsync(60 * 60_000));
    expect(count()).toBe(countBefore);
    jest.useRealTimers();
  });

  test.each([
    [
      'the next charge',
      { at: '2026-12-21T12:00:00.000Z', amountCents: 500, currency: 'EUR' },
      'Reçu envoyé à lea@example.fr. Prochain prélèvement : 5,00 € TTC le 21 décembre 2026. Gérer mon abonnement',
    ],
    [
      'the charge that is missing in the days of grace',
      { at: '2026-12-21T12:00:00.000Z', amountCents: 500, currency: 'EUR' },
      'Reçu envoyé à lea@example.fr. Prélèvement attendu : 5,00 € TTC depuis le 21 décembre 2026. Gérer mon abonnement',
      'grace',
    ],
    ['no charge of a contract that ends', null, 'Reçu envoyé à lea@example.fr. Gérer mon abonnement'],
  ])('states the receipt, %s, and the way to the account', async (_, nextCharge, sentence, state = 'active') => {
    platform({ ...models, [SUBSCRIPTION]: { body: { ...paid.body, state, nextCharge } } });
    logIn();
    open('/success');
    const account = await screen.findByRole('link', { name: 'Gérer mon abonnement' });
    expect(account).toHaveAttribute('href', '/account');
    expect(account.parentElement).toHaveTextContent(sentence);
  });

  test('redirects to the login on the home page without a session', async () => {
    platform(models);
    open('/success');
    await arrivesAt('/');
  });

  test('shows the payment status to a subscriber who has not paid', async () => {
    platform({ ...models, [SUBSCRIPTION]: unpaid, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/success');
    await arrivesAt('/payment-status');
  });

  test('shows the home page when the check fails', async () => {
    platform({ ...models, [SUBSCRIPTION]: 'no response' });
    logIn();
    open('/success');
    await arrivesAt('/');
  });
});

describe('/welcome', () => {
  test('pays the default offer when the selected model is not in the list', async () => {
    storage.set('selectedModel', 'gone');
    platform({ ...models, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/welcome');
    expect(await screen.findByRole('heading', { name: 'Merci, Léa' })).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'PAYER DEUX EUROS' })).toHaveAttribute(
        'href',
        '/redirect/payment?affiliate=default',
      ),
    );
    expect(screen.getByText(/^Votre compte est créé\./)).toBeVisible();
  });

  test('does not welcome a former subscriber as a new one', async () => {
    platform({
      ...models,
      [CHECK]: { body: { hasPaid: false } },
      [SUBSCRIPTION]: { body: { ...unpaid.body, state: 'expired' } },
    });
    logIn();
    open('/welcome');
    expect(await screen.findByText(/^Votre abonnement a pris fin\./)).toBeVisible();
    expect(screen.queryByText(/Votre compte est créé/)).toBeNull();
  });
});

test('a subscriber who has paid is led from /welcome to /success', async () => {
  platform({ ...models, [CHECK]: { body: { hasPaid: true } }, [SUBSCRIPTION]: paid });
  logIn();
  open('/welcome');
  await arrivesAt('/success');
});
