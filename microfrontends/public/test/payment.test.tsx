import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lossByLogout } from 'web-kit/logout-losses';
import { storage } from 'web-kit/storage';
import { modelOf } from 'web-kit/testing/model';
import { redirectTo } from '../src/features/auth/redirect-to.ts';
import { failure, itemOf, LEA, logIn, open, openItem, platform } from './harness.tsx';

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
            photos.map((id) => (reads++ < photos.length ? itemOf({ id }) : openItem({ id }))),
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
    const telegram = screen.getByRole('link', { name: 'Rejoindre le groupe Telegram VIP' });
    expect(look.compareDocumentPosition(telegram)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
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

  test('redirects to the login on the home page without a session', async () => {
    platform(models);
    open('/payment-status');
    await arrivesAt('/');
  });
});

test('leads a subscriber who pays after an unpaid check to the success page, and stays there', async () => {
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
    expect(screen.getByText('jusqu’au 21 décembre 2026')).toBeVisible();
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
    ['no charge of a contract that ends', null, 'Reçu envoyé à lea@example.fr. Gérer mon abonnement'],
  ])('states where the receipt is, %s, and the way to the account', async (_, nextCharge, sentence) => {
    platform({ ...models, [SUBSCRIPTION]: { body: { ...paid.body, nextCharge } } });
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

test('leads a subscriber who has paid from /welcome to /success', async () => {
  platform({ ...models, [CHECK]: { body: { hasPaid: true } }, [SUBSCRIPTION]: paid });
  logIn();
  open('/welcome');
  await arrivesAt('/success');
});

test('withdraws the consent to reminders by the link of a mail, once', async () => {
  const { bodyOf } = platform({ ...models, 'POST /api/auth/reminder/stop': { body: { ok: true } } });
  open('/?rappel=abc');
  expect(await screen.findByText('Vous ne recevrez plus de rappel.')).toBeVisible();
  expect(bodyOf('POST /api/auth/reminder/stop')).toEqual({ token: 'abc' });
  await arrivesAt('/');
});

describe('payment link opened without a session', () => {
  test('continues the payment after the login', async () => {
    platform({ ...models, 'POST /api/auth/login': { body: { token: 't', user: LEA } } });
    open('/?connexion=paiement&affiliate=nina');
    expect(await screen.findByRole('dialog', { name: 'Connexion' })).toBeVisible();
    expect(screen.getByText(/^Connectez-vous pour continuer vers le paiement/)).toBeVisible();
    await userEvent.type(screen.getByLabelText('E-mail'), 'lea@example.fr');
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'un-bon-mot{Enter}');
    await waitFor(() => expect(redirectTo).toHaveBeenCalledWith('/redirect/payment?affiliate=nina'));
  });

  test('states that cookies are needed where the browser has blocked those of the login', async () => {
    jest.mocked(redirectTo).mockClear();
    platform({
      ...models,
      'POST /api/auth/login': { body: { token: 't', user: LEA } },
      'POST /api/auth/refresh': failure(401, 'Votre session a expiré. Reconnectez-vous.', 'SESSION_EXPIRED'),
    });
    open('/?connexion=paiement&affiliate=nina');
    await userEvent.type(await screen.findByLabelText('E-mail'), 'lea@example.fr');
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'un-bon-mot{Enter}');
    expect(await screen.findByText('Cookies refusés')).toBeVisible();
    expect(screen.getByRole('dialog', { name: 'Connexion' })).toBeVisible();
    expect(redirectTo).not.toHaveBeenCalled();
  });

  test('renews a session that the browser still has, and continues the payment without a login', async () => {
    platform({ ...models, 'POST /api/auth/refresh': { body: { token: 'new', user: LEA } }, [SUBSCRIPTION]: unpaid });
    logIn();
    open('/?connexion=paiement');
    await waitFor(() => expect(redirectTo).toHaveBeenLastCalledWith('/redirect/payment?affiliate=default'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
