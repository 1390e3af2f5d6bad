import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Refundable, SubscriberBilling } from 'contracts/operations/subscribers';
import { backend, billing, open, orders, zoe } from './subscribers-page.tsx';

describe('"Rembourser"', () => {
  const effect: Refundable = { remaining_cents: 500, is_orderable: true, paid_until: null, is_contract_open: true };
  const payment = (id: string, at: string, over: Partial<Refundable> = {}): SubscriberBilling['entries'][number] => ({
    id,
    kind: 'renewal',
    occurred_at: at,
    amount_cents: 500,
    currency: 'EUR',
    transaction_id: `tx_${id}`,
    refundable: { ...effect, ...over },
  });
  const latest = payment('b', '2026-04-02T20:05:00.000Z');
  const earlier = payment('a', '2026-03-02T20:05:00.000Z', {
    remaining_cents: 150,
    paid_until: '2026-05-02T20:05:00.000Z',
  });
  const refundOf = (entryId: string, state: 'open' | 'done' | 'rejected') => ({
    id: `order-${entryId}`,
    entry_id: entryId,
    transaction_id: `tx_${entryId}`,
    state,
    ordered_at: '2026-04-03T20:05:00.000Z',
  });
  const openDialog = async () => {
    open(`/?abonne=${zoe.id}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Rembourser' }));
    return within(screen.getByRole('alertdialog', { name: /^Rembourser ce paiement/ }));
  };

  test('orders the refund of the latest payment, states it, and leaves the focus on the page', async () => {
    backend.billing = { ...billing, entries: [earlier, latest] };
    const dialog = await openDialog();
    expect(dialog.getByText('5,00\u00a0€, renouvellement du 2 avril 2026, tx_b', { normalizer: String })).toBeVisible();
    expect(
      dialog.getByText('L’accès se ferme quand le partenaire confirme\u00a0; le contrat n’est pas résilié.', {
        normalizer: String,
      }),
    ).toBeVisible();
    backend.billing = { ...billing, entries: [latest], refund_orders: [refundOf('b', 'open')] };
    await userEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
    expect(await screen.findByText('Remboursement demandé')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(orders).toEqual([[`/api/subscribers/${zoe.id}/refunds`, { entry_id: 'b' }]]);
    const ordered = (await screen.findByText('Remboursement demandé au partenaire')).closest('li');
    expect(ordered).toHaveTextContent('en cours');
    expect(screen.queryByRole('button', { name: 'Rembourser' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Zoé Petit' })).toHaveFocus();
  });

  test('reads the commission again once the refund is recorded', async () => {
    backend.billing = { ...billing, entries: [latest] };
    const dialog = await openDialog();
    backend.billing = { ...billing, entries: [latest, earlier], refund_orders: [refundOf('b', 'done')] };
    backend.commissions = { is_credited: true, earned: [{ currency: 'EUR', cents: 0 }] };
    await userEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
    await waitFor(() => expect(screen.getByText('Commission').nextElementSibling).toHaveTextContent('0,00'));
  });

  test('offers every payment of which something remains, with what follows', async () => {
    backend.billing = { ...billing, entries: [earlier, latest] };
    const dialog = await openDialog();
    const choice = dialog.getByLabelText<HTMLSelectElement>('Paiement');
    expect([...choice.options].map(({ text }) => text)).toEqual([
      '5,00\u00a0€, renouvellement du 2 avril 2026',
      '1,50\u00a0€, renouvellement du 2 mars 2026',
    ]);
    await userEvent.selectOptions(choice, 'a');
    expect(
      dialog.getByText('L’accès reste ouvert, payé jusqu’au 2 mai 2026\u00a0; le contrat n’est pas résilié.', {
        normalizer: String,
      }),
    ).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
    await waitFor(() => expect(orders).toEqual([[`/api/subscribers/${zoe.id}/refunds`, { entry_id: 'a' }]]));
  });

  test('states that access and contract have ended', async () => {
    const ended = payment('a', '2026-01-02T20:05:00.000Z', { is_contract_open: false });
    backend.billing = { ...billing, subscriber: { ...zoe, state: 'expired' }, entries: [ended] };
    const dialog = await openDialog();
    expect(
      dialog.getByText('L’accès est déjà fermé\u00a0; le contrat est déjà résilié.', { normalizer: String }),
    ).toBeVisible();
  });

  test('states a rejection in the dialog, and closes without an order', async () => {
    backend.billing = { ...billing, entries: [latest] };
    const text = 'Le remboursement de ce paiement est déjà demandé au partenaire.';
    backend.order = { status: 409, body: { error: text, code: 'REFUND_ORDERED' } };
    const dialog = await openDialog();
    expect(dialog.queryByLabelText('Paiement')).toBeNull();
    // Ordered elsewhere: the dialog stays to state it.
    backend.billing = { ...billing, entries: [latest], refund_orders: [refundOf('b', 'open')] };
    await userEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(text);
    await screen.findByText('Remboursement demandé au partenaire');
    expect(dialog.getByRole('alert')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(orders).toHaveLength(1);
  });

  test('ignores a second click while the order is sent', async () => {
    backend.billing = { ...billing, entries: [latest] };
    const dialog = await openDialog();
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Rembourser' }));
    await screen.findByText('Remboursement demandé');
    expect(orders).toHaveLength(1);
  });

  test('is replaced by a fact where the partner takes no orders', async () => {
    backend.billing = { ...billing, entries: [payment('a', '2026-03-02T20:05:00.000Z', { is_orderable: false })] };
    open(`/?abonne=${zoe.id}`);
    expect((await screen.findByText('Remboursement', { selector: 'dt' })).nextElementSibling).toHaveTextContent(
      'Dans l’interface du partenaire',
    );
    expect(screen.queryByRole('button', { name: 'Rembourser' })).toBeNull();
  });

  test.each([
    ['open', 'en cours', false],
    ['done', 'accepté, confirmation attendue', false],
    ['rejected', 'refusé par le partenaire', true],
  ] as const)(
    'the timeline has an order, %s, and another try where it was rejected',
    async (state, text, isOffered) => {
      backend.billing = { ...billing, entries: [latest], refund_orders: [refundOf('b', state)] };
      open(`/?abonne=${zoe.id}`);
      const ordered = (await screen.findByText('Remboursement demandé au partenaire')).closest('li');
      expect(ordered).toHaveTextContent(text);
      expect(screen.queryAllByRole('button', { name: 'Rembourser' })).toHaveLength(isOffered ? 1 : 0);
    },
  );

  test('the timeline has an order whose refund is recorded as done', async () => {
    const { refundable: _refunded, ...refunded } = latest;
    backend.billing = { ...billing, entries: [refunded], refund_orders: [refundOf('b', 'done')] };
    open(`/?abonne=${zoe.id}`);
    const ordered = (await screen.findByText('Remboursement demandé au partenaire')).closest('li');
    expect(ordered).toHaveTextContent(/fait/);
  });
});
