import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { storage } from 'web-kit/storage';
import { modelOf } from '../../../packages/web-kit/test/model.ts';
import { redirectTo } from '../src/features/auth/redirect-to.ts';
import { failure, LEA, logIn, open, platform } from './harness.tsx';

jest.mock('../src/features/auth/redirect-to.ts', () => ({ redirectTo: jest.fn() }));

const CHECK = 'GET /api/auth/check-payment';
const SUBSCRIPTION = 'GET /api/subscription';
const paid = {
  body: { hasPaid: true, state: 'active', paidUntil: '2026-12-21T12:00:00.000Z', telegramLink: 'https://t.me/vip' },
};
const unpaid = { body: { hasPaid: false, state: 'pending', paidUntil: null, telegramLink: null } };
const models = { 'GET /api/models': { body: [modelOf()] } };
const address = () => screen.getByTestId('address').textContent;
const arrivesAt = (path: string) => waitFor(() => expect(address()).toBe(path), { timeout: 5_000 });

describe('/payment-status', () => {
  test('shows an unpaid offer with the server’s payment link and a link home', async () => {
    storage.set('selectedModel', 'nina');
    platform({ ...models, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/payment-status');
    expect(await screen.findByRole('heading', { name: 'Vous n’avez pas encore payé l’offre à 2 euros' })).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'PAYER DEUX EUROS' })).toHaveAttribute(
        'href',
        '/redirect/payment?affiliate=nina',
      ),
    );
    expect(screen.getByRole('link', { name: 'Retour à l’accueil' })).toHaveAttribute('href', '/');
  });

  test('When no model was selected, then the default offer is paid', async () => {
    platform({ ...models, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/payment-status');
    expect(await screen.findByRole('link', { name: 'PAYER DEUX EUROS' })).toHaveAttribute(
      'href',
      '/redirect/payment?affiliate=default',
    );
  });

  test('awaits a payment only once the partner was opened', async () => {
    platform({ ...models, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/payment-status');
    const pay = await screen.findByRole('link', { name: 'PAYER DEUX EUROS' });
    expect(screen.queryByText('Vérification du paiement')).not.toBeInTheDocument();
    await userEvent.click(pay);
    expect(screen.getByText('Vérification du paiement')).toBeVisible();
  });

  test('awaits a payment of another tab no longer than half an hour', async () => {
    storage.set('paymentOpenedAt', String(Date.now() - 31 * 60_000));
    platform({ ...models, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/payment-status');
    await screen.findByRole('link', { name: 'PAYER DEUX EUROS' });
    expect(screen.queryByText('Vérification du paiement')).not.toBeInTheDocument();
  });

  test.each([
    ['refuse', 'Paiement refusé, rien n’a été débité.'],
    ['abandon', 'Paiement interrompu, rien n’a été débité.'],
  ])('shows that a payment ended by %s and offers another try', async (outcome, title) => {
    storage.set('selectedModel', 'nina');
    storage.set('paymentOpenedAt', String(Date.now()));
    platform({ ...models, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open(`/payment-status?paiement=${outcome}`);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(/^2,00\s?€ aujourd’hui, puis 5,00\s?€ par mois/)).toBeVisible();
    expect(screen.queryByText('Vérification du paiement')).not.toBeInTheDocument();
    const again = screen.getByRole('link', { name: 'PAYER DEUX EUROS' });
    expect(again).toHaveAttribute('href', '/redirect/payment?affiliate=nina');
    await userEvent.click(again);
    expect(await screen.findByRole('heading', { name: 'Vous n’avez pas encore payé l’offre à 2 euros' })).toBeVisible();
    expect(screen.getByText('Vérification du paiement')).toBeVisible();
  });

  test('ignores an unknown payment outcome', async () => {
    platform({ ...models, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/payment-status?paiement=constructor');
    expect(await screen.findByRole('heading', { name: 'Vous n’avez pas encore payé l’offre à 2 euros' })).toBeVisible();
  });

  test('When the payment arrives while the page is open, then the success page follows by itself', async () => {
    jest.useFakeTimers();
    let hasPaid = false;
    platform({ ...models, [CHECK]: () => ({ body: { hasPaid } }), [SUBSCRIPTION]: () => (hasPaid ? paid : unpaid) });
    logIn();
    open('/payment-status');
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByRole('link', { name: 'PAYER DEUX EUROS' })).toBeVisible();
    hasPaid = true;
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(address()).toBe('/success');
    jest.useRealTimers();
  });

  test('When the check fails, then it can be tried again', async () => {
    let isBack = false;
    platform({
      ...models,
      [CHECK]: () =>
        isBack
          ? { body: { hasPaid: false } }
          : failure(503, 'Le service est momentanément indisponible. Veuillez réessayer.', 'SERVICE_UNAVAILABLE'),
    });
    logIn();
    open('/payment-status');
    const again = await screen.findByRole('button', { name: 'Réessayer' }, { timeout: 5_000 });
    isBack = true;
    await userEvent.click(again);
    expect(await screen.findByRole('link', { name: 'PAYER DEUX EUROS' })).toBeVisible();
  });

  test('redirects home without a session', async () => {
    platform(models);
    open('/payment-status');
    await arrivesAt('/');
  });
});

test('When a subscriber who was seen not to have paid pays, then it arrives at the success page and stays there', async () => {
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
  // The page still holds the response of a moment ago.
  await userEvent.click(unlock);
  expect(await screen.findByRole('heading', { name: 'Félicitations, Léa' })).toBeVisible();
  expect(address()).toBe('/success');
});

describe('/success', () => {
  test('When the subscriber has paid, then the Telegram link and the benefits are there', async () => {
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
    expect(screen.getByText('jusqu’au 21 décembre 2026')).toBeVisible();
  });

  test('redirects home without a session', async () => {
    platform(models);
    open('/success');
    await arrivesAt('/');
  });

  test('When the subscriber has not paid, then the payment status is shown', async () => {
    platform({ ...models, [SUBSCRIPTION]: unpaid, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/success');
    await arrivesAt('/payment-status');
  });

  test('When the check fails, then home is shown', async () => {
    platform({ ...models, [SUBSCRIPTION]: 'no response' });
    logIn();
    open('/success');
    await arrivesAt('/');
  });
});

describe('/welcome', () => {
  test('When the selected model is not in the list, then the default offer is paid', async () => {
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
  });
});

test('leads a subscriber who has paid from /welcome to /success', async () => {
  platform({ ...models, [CHECK]: { body: { hasPaid: true } }, [SUBSCRIPTION]: paid });
  logIn();
  open('/welcome');
  await arrivesAt('/success');
});

describe('payment link opened without a session', () => {
  test('When the person logs in, then the payment goes on', async () => {
    platform({ ...models, 'POST /api/auth/login': { body: { token: 't', user: LEA } } });
    open('/?connexion=paiement&affiliate=nina');
    expect(await screen.findByRole('dialog', { name: 'Connexion' })).toBeVisible();
    expect(screen.getByText(/^Connectez-vous pour continuer vers le paiement/)).toBeVisible();
    await userEvent.type(screen.getByLabelText('Email'), 'lea@example.fr');
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'un-bon-mot{Enter}');
    await waitFor(() => expect(redirectTo).toHaveBeenCalledWith('/redirect/payment?affiliate=nina'));
  });

  test('When the browser still has the session, then it is renewed and the payment goes on without a login', async () => {
    platform({ ...models, 'POST /api/auth/refresh': { body: { token: 'new', user: LEA } }, [SUBSCRIPTION]: unpaid });
    logIn();
    open('/?connexion=paiement');
    await waitFor(() => expect(redirectTo).toHaveBeenLastCalledWith('/redirect/payment?affiliate=default'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
