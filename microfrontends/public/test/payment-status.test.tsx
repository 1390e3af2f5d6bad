import { describe, expect, jest, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lossByLogout } from 'web-kit/logout-losses';
import { storage } from 'web-kit/storage';
import { modelOf } from 'web-kit/testing/model';
import { failure, logIn, open, platform } from './harness.tsx';
import { address, arrivesAt, CHECK, models, paid, SUBSCRIPTION, unpaid } from './payment-page.ts';

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

  test('pays the default offer without a selected model', async () => {
    platform({ ...models, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/payment-status');
    expect(await screen.findByRole('link', { name: 'PAYER DEUX EUROS' })).toHaveAttribute(
      'href',
      '/redirect/payment?affiliate=default',
    );
  });

  test('opens one payment for a double click', async () => {
    platform({ ...models, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/payment-status');
    const link = await screen.findByRole('link', { name: 'PAYER DEUX EUROS' });
    const opened: boolean[] = [];
    const count = (event: Event) => {
      opened.push(!event.defaultPrevented);
      event.preventDefault();
    };
    document.addEventListener('click', count);
    await userEvent.dblClick(link);
    document.removeEventListener('click', count);
    expect(opened).toEqual([true, false]);
  });

  test('pays the offer of the registration’s model on another device', async () => {
    platform({
      ...models,
      [CHECK]: { body: { hasPaid: false } },
      [SUBSCRIPTION]: { body: { ...unpaid.body, modelSlug: 'nina' } },
    });
    logIn();
    open('/payment-status');
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'PAYER DEUX EUROS' })).toHaveAttribute(
        'href',
        '/redirect/payment?affiliate=nina',
      ),
    );
  });

  test('requests one reminder by a button', async () => {
    const { requests } = platform({
      ...models,
      [CHECK]: { body: { hasPaid: false } },
      [SUBSCRIPTION]: unpaid,
      'GET /api/auth/reminder': { body: { state: 'available' } },
      'POST /api/auth/reminder': { body: { ok: true } },
    });
    logIn();
    open('/payment-status');
    const button = await screen.findByRole('button', { name: 'Me le rappeler demain par e-mail' });
    expect(requests.some(({ operation }) => operation === 'POST /api/auth/reminder')).toBe(false);
    await userEvent.click(button);
    expect(await screen.findByText(/Un seul e-mail partira/)).toHaveFocus();
  });

  test('shows a reminder that was requested before', async () => {
    platform({
      ...models,
      [CHECK]: { body: { hasPaid: false } },
      [SUBSCRIPTION]: unpaid,
      'GET /api/auth/reminder': { body: { state: 'requested' } },
    });
    logIn();
    open('/payment-status');
    expect(await screen.findByText(/Un seul e-mail partira/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /rappeler/ })).not.toBeInTheDocument();
  });

  test('offers no reminder to a former subscriber', async () => {
    const { requests } = platform({
      ...models,
      [CHECK]: { body: { hasPaid: false } },
      [SUBSCRIPTION]: { body: { ...unpaid.body, state: 'expired' } },
      'GET /api/auth/reminder': { body: { state: 'unavailable' } },
    });
    logIn();
    open('/payment-status');
    await screen.findByRole('link', { name: 'PAYER DEUX EUROS' });
    await waitFor(() => expect(requests.some(({ operation }) => operation === 'GET /api/auth/reminder')).toBe(true));
    await waitFor(() => expect(screen.queryByRole('button', { name: /rappeler/ })).not.toBeInTheDocument());
    expect(screen.queryByText(/Un seul e-mail/)).not.toBeInTheDocument();
  });

  test('passes the focus to the page of success, which reads the payment first', async () => {
    platform({
      ...models,
      [CHECK]: { body: { hasPaid: true } },
      [SUBSCRIPTION]: paid,
    });
    logIn();
    open('/payment-status');
    await screen.findByRole('heading', { name: 'Félicitations, Léa' });
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('passes the focus of another try to the page that follows', async () => {
    let isDown = true;
    platform({
      ...models,
      [CHECK]: () => (isDown ? failure(503, 'Indisponible', 'UNAVAILABLE') : { body: { hasPaid: false } }),
    });
    logIn();
    open('/payment-status');
    const retry = await screen.findByRole('button', { name: 'Réessayer' });
    isDown = false;
    await userEvent.click(retry);
    await screen.findByRole('link', { name: 'PAYER DEUX EUROS' });
    expect(screen.getByRole('main')).toHaveFocus();
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
    ['just now', Date.now(), 'unseen-purchase'],
    ['before this visit', null, null],
  ] as const)('notes for the logout that nothing was seen yet of what was paid %s', async (_, openedAt, loss) => {
    if (openedAt !== null) storage.set('paymentOpenedAt', String(openedAt));
    platform({ ...models, [CHECK]: { body: { hasPaid: true } }, [SUBSCRIPTION]: paid });
    logIn();
    open('/payment-status');
    await arrivesAt('/success');
    expect(lossByLogout()).toBe(loss);
  });

  test('counts the content as seen once its page is shown', async () => {
    storage.set('unseenPurchaseAt', String(Date.now()));
    platform({ ...models, 'GET /api/models/nina': { body: modelOf() }, [SUBSCRIPTION]: paid });
    logIn();
    open('/nina');
    await waitFor(() => expect(lossByLogout()).toBeNull());
  });

  test.each([
    ['refuse', 'Paiement refusé, rien n’a été débité.'],
    ['abandon', 'Paiement interrompu, rien n’a été débité.'],
  ])('shows that a payment ended by %s and offers another try', async (outcome, title) => {
    storage.set('selectedModel', 'nina');
    storage.set('paymentOpenedAt', String(Date.now()));
    platform({
      ...models,
      [CHECK]: { body: { hasPaid: false } },
      [SUBSCRIPTION]: { body: { ...unpaid.body, checkoutNumber: 'CK-7F3K9QXA' } },
    });
    logIn();
    open(`/payment-status?paiement=${outcome}`);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
    expect(screen.queryByText('Vérification du paiement')).not.toBeInTheDocument();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Écrivez-nous' }).parentElement).toHaveTextContent(
        /Écrivez-nous, avec la référence CK-7F3K9QXA\.$/,
      ),
    );
    expect(screen.getByRole('link', { name: 'Écrivez-nous' })).toHaveAttribute('href', '/contact');
    const again = screen.getByRole('link', { name: 'PAYER DEUX EUROS' });
    expect(again).toHaveAttribute('href', '/redirect/payment?affiliate=nina');
    await userEvent.click(again);
    expect(await screen.findByRole('heading', { name: 'Vous n’avez pas encore payé l’offre à 2 euros' })).toBeVisible();
    expect(screen.getByText('Vérification du paiement')).toBeVisible();
  });

  test.each(['expired', 'revoked'])('states that an %s subscription has ended', async (state) => {
    platform({
      ...models,
      [CHECK]: { body: { hasPaid: false } },
      [SUBSCRIPTION]: { body: { ...unpaid.body, state } },
    });
    logIn();
    open('/payment-status');
    expect(await screen.findByRole('heading', { name: 'Votre abonnement a pris fin' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'PAYER DEUX EUROS' })).toBeVisible();
    expect(screen.queryByText(/pas encore payé/)).toBeNull();
  });

  test('ignores an unknown payment outcome', async () => {
    platform({ ...models, [CHECK]: { body: { hasPaid: false } } });
    logIn();
    open('/payment-status?paiement=constructor');
    expect(await screen.findByRole('heading', { name: 'Vous n’avez pas encore payé l’offre à 2 euros' })).toBeVisible();
  });

  test('leads to the success page by itself when the payment arrives while the page is open', async () => {
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

  test('offers to try a failed check again', async () => {
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

  test('redirects to the login on the home page without a session', async () => {
    platform(models);
    open('/payment-status');
    await arrivesAt('/');
  });
});
