import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { modelOf } from 'web-kit/testing/model';
import { HERE, LIST } from './account-page.ts';
import { failure, logIn, open, platform } from './harness.tsx';

describe('the subscription in the account', () => {
  const SUBSCRIPTION = 'GET /api/subscription';
  const show = (
    state: string,
    hasPaid: boolean,
    paidUntil: string | null,
    nextCharge: object | null = null,
    scheduledEnd?: string,
  ) => {
    platform({
      [LIST]: { body: [HERE] },
      [SUBSCRIPTION]: { body: { state, hasPaid, paidUntil, nextCharge, telegramLink: null, scheduledEnd } },
    });
    logIn();
    open('/account');
  };
  const section = () => screen.findByRole('region', { name: 'Abonnement' });
  const END = '2026-12-20T09:00:00.000Z';
  const CHARGE = { at: END, amountCents: 500, currency: 'EUR' };

  test('shows an active one with its price, its next date and the way out', async () => {
    show('active', true, END, CHARGE);
    expect(await screen.findByText('Abonnement actif')).toBeVisible();
    expect(screen.getByText('Bonjour Léa, tout est en ordre.')).toBeVisible();
    const inside = within(await section());
    expect(inside.getByText('Prochain prélèvement').parentElement).toHaveTextContent(
      'Prochain prélèvement5,00 €le 20 décembre 2026par mois TTC',
    );
    const cancellation = inside.getByRole('link', { name: 'Résilier' });
    expect(cancellation).toHaveAttribute('href', '/resilier');
    // The arrow marks calls to action only.
    expect(cancellation.querySelector('svg')).toBeNull();
    expect(inside.queryByRole('link', { name: /PAYER/ })).toBeNull();
    expect(inside.queryByText(/Résiliation demandée/)).toBeNull();
  });

  test('announces no charge where a scheduled cancellation takes effect by then', async () => {
    show('active', true, END, null, '2026-12-09T23:00:00.000Z');
    const inside = within(await section());
    expect((await inside.findByText('Fin du contrat')).parentElement).toHaveTextContent('20 décembre 2026');
    expect(inside.getByText(/Plus rien n’est prélevé/)).toBeVisible();
    expect(inside.queryByText(/Prochain prélèvement|5,00/)).toBeNull();
    expect(inside.getByRole('link', { name: 'Renoncer au contrat' })).toBeVisible();
  });

  test.each([
    ['active', 'Prochain prélèvement'],
    ['grace', 'Prélèvement attendu'],
  ])('states beside the charge the day of a cancellation after it, %s', async (state, term) => {
    show(state, true, END, CHARGE, '2027-03-05T23:00:00.000Z');
    const inside = within(await section());
    expect(await inside.findByText('Résiliation demandée pour le 6 mars 2027')).toBeVisible();
    expect(inside.getByText(term)).toBeVisible();
  });

  test('shows the charge that has not come in the days of grace', async () => {
    show('grace', true, END, CHARGE);
    const inside = within(await section());
    expect((await inside.findByText('Prélèvement attendu')).parentElement).toHaveTextContent(
      'Prélèvement attendu5,00 €le 20 décembre 2026par mois TTC',
    );
    expect(screen.getByText('Bonjour Léa.')).toBeVisible();
  });

  test('shows a cancelled one with its end, and no further way out', async () => {
    show('cancelled', true, END);
    expect(await screen.findByText('Résilié')).toBeVisible();
    const inside = within(await section());
    expect(inside.getByText('Fin du contrat').parentElement).toHaveTextContent('20 décembre 2026');
    expect(inside.queryByRole('link', { name: 'Résilier' })).toBeNull();
    // A withdrawal remains possible after a cancellation.
    expect(inside.getByRole('link', { name: 'Renoncer au contrat' })).toHaveAttribute('href', '/renoncer');
  });

  test('states since when the present contract has lasted', async () => {
    const payment = { currency: 'EUR', amountCents: 500, remainingCents: 500, receiptNumber: 'R' };
    platform({
      [LIST]: { body: [HERE] },
      [SUBSCRIPTION]: {
        body: {
          state: 'active',
          hasPaid: true,
          paidUntil: END,
          nextCharge: CHARGE,
          telegramLink: null,
          modelSlug: 'nina',
        },
      },
      'GET /api/models': { body: [modelOf()] },
      'GET /api/subscription/payments': {
        body: [
          { ...payment, id: 'b', kind: 'renewal', paidAt: '2026-11-20T09:00:00.000Z' },
          { ...payment, id: 'a', kind: 'first', paidAt: '2026-10-20T09:00:00.000Z' },
        ],
      },
    });
    logIn();
    open('/account');
    const inside = within(await section());
    expect(await inside.findByText('Et tous les autres profils, depuis le 20 octobre 2026.')).toBeVisible();
  });

  test.each([
    ['pending', 'Aucun', null],
    ['expired', 'Terminé', END],
    ['revoked', 'Terminé', null],
  ])('offers the payment where it is %s', async (state, word, paidUntil) => {
    show(state, false, paidUntil);
    expect(await screen.findByText(word)).toBeVisible();
    expect(within(await section()).getByRole('link', { name: /PAYER DEUX EUROS/ })).toBeVisible();
  });

  test('shows what was paid in another tab once this one is visible again', async () => {
    let hasPaid = false;
    const payment = { id: 'a', kind: 'first', amountCents: 200, remainingCents: 200, currency: 'EUR' };
    platform({
      [LIST]: { body: [HERE] },
      [SUBSCRIPTION]: () => ({
        body: hasPaid
          ? { state: 'active', hasPaid, paidUntil: END, nextCharge: CHARGE, telegramLink: null }
          : { state: 'none', hasPaid, paidUntil: null, nextCharge: null, telegramLink: null },
      }),
      'GET /api/subscription/payments': () => ({
        body: hasPaid ? [{ ...payment, paidAt: '2026-11-20T09:00:00.000Z', receiptNumber: 'R-1' }] : [],
      }),
    });
    logIn();
    open('/account');
    expect(await screen.findByText('Aucun')).toBeVisible();
    expect(await screen.findByText('Aucun paiement pour le moment.')).toBeVisible();
    hasPaid = true;
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByText('Abonnement actif')).toBeVisible();
    expect(await screen.findByText('Premier mois')).toBeVisible();
  });

  test('can be read again after a failure', async () => {
    let calls = 0;
    platform({
      [LIST]: { body: [HERE] },
      [SUBSCRIPTION]: () => {
        calls += 1;
        return calls < 3
          ? failure(503, 'Le service est momentanément indisponible. Veuillez réessayer.', 'SERVICE_UNAVAILABLE')
          : { body: { state: 'active', hasPaid: true, paidUntil: END, nextCharge: CHARGE, telegramLink: null } };
      },
    });
    logIn();
    open('/account');
    const inside = within(await section());
    await userEvent.click(await inside.findByRole('button', { name: 'Réessayer' }));
    expect(await inside.findByText('Abonnement actif')).toBeVisible();
  });
});

describe('the payments in the account', () => {
  const PAYMENTS = 'GET /api/subscription/payments';
  const ID = '0a6b1d5e-7c1f-4b7e-9a53-5d0c1b2a3f40';
  const FIRST = {
    id: ID,
    kind: 'first',
    amountCents: 200,
    currency: 'EUR',
    paidAt: '2026-10-20T09:00:00.000Z',
    remainingCents: 200,
    receiptNumber: 'R-2026-10-20-7F3K9QXA',
  };
  const show = (responses: Parameters<typeof platform>[0]) => {
    const stub = platform({ [LIST]: { body: [HERE] }, ...responses });
    logIn();
    open('/account');
    return stub;
  };
  const rows = async () => within(await screen.findByRole('list', { name: 'Paiements' })).getAllByRole('listitem');

  test('shows each with its date, its kind, its amount and its receipt', async () => {
    show({ [PAYMENTS]: { body: [FIRST] } });
    const [row] = await rows();
    const inside = within(row as HTMLElement);
    expect(inside.getByText('20 octobre 2026')).toBeVisible();
    expect(inside.getByText('Premier mois')).toBeVisible();
    expect(inside.getByText('2,00 €')).toBeVisible();
    expect(inside.getByRole('link', { name: 'Reçu du 20 octobre 2026' })).toHaveAttribute(
      'href',
      `/api/subscription/payments/${ID}/receipt`,
    );
    expect(inside.getByRole('link', { name: 'PDF du reçu du 20 octobre 2026' })).toHaveAttribute(
      'href',
      `/api/subscription/payments/${ID}/receipt.pdf`,
    );
    expect(inside.queryByText(/Remboursé/)).toBeNull();
  });

  test('shows a refund without a receipt, and what it left of its payment', async () => {
    const refund = { ...FIRST, id: 'r', kind: 'refund', amountCents: -50, remainingCents: null, receiptNumber: null };
    show({
      [PAYMENTS]: { body: [refund, { ...FIRST, remainingCents: 150 }, { ...FIRST, id: 'f', remainingCents: 0 }] },
    });
    const [refunded, partly, wholly] = (await rows()).map((row) => within(row));
    expect(refunded?.getByText('−0,50 €')).toBeVisible();
    expect(refunded?.queryByRole('link')).toBeNull();
    expect(partly?.getByText('Remboursé en partie, reste 1,50 €')).toBeVisible();
    expect(wholly?.getByText('Remboursé')).toBeVisible();
  });

  test('shows a decline without a receipt', async () => {
    const decline = { ...FIRST, id: 'd', kind: 'decline', amountCents: 500, remainingCents: null, receiptNumber: null };
    show({ [PAYMENTS]: { body: [decline, { ...decline, id: 'e', amountCents: null }] } });
    const [stated, unstated] = (await rows()).map((row) => within(row));
    expect(stated?.getByText('Refusé')).toBeVisible();
    expect(stated?.getByText('Rien n’a été débité')).toBeVisible();
    expect(stated?.getByText('5,00 €')).toBeVisible();
    expect(stated?.queryByRole('link')).toBeNull();
    expect(unstated?.queryByText(/€/)).toBeNull();
  });

  test('loads more', async () => {
    const { requests } = show({
      [PAYMENTS]: {
        body: [FIRST],
        headers: { link: `</api/subscription/payments?cursor=${ID}>; rel="next"` },
      },
      [`${PAYMENTS}?cursor=${ID}`]: { body: [{ ...FIRST, id: 'second' }] },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Voir plus' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Voir plus' })).toBeNull();
    expect(requests.filter(({ operation }) => operation.startsWith(PAYMENTS)).map(({ token }) => token)).toEqual([
      'Bearer token-of-lea',
      'Bearer token-of-lea',
    ]);
  });

  test('states that there are none', async () => {
    show({ [PAYMENTS]: { body: [] } });
    expect(await screen.findByText('Aucun paiement pour le moment.')).toBeVisible();
  });

  test('can be read again after a failure', async () => {
    let calls = 0;
    show({
      [PAYMENTS]: () => {
        calls += 1;
        return calls < 3
          ? failure(503, 'Le service est momentanément indisponible. Veuillez réessayer.', 'SERVICE_UNAVAILABLE')
          : { body: [FIRST] };
      },
    });
    const section = within(await screen.findByRole('region', { name: 'Paiements' }));
    await userEvent.click(await section.findByRole('button', { name: 'Réessayer' }));
    expect(await rows()).toHaveLength(1);
  });
});
