import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TIMELINE_ROWS } from 'contracts/limits';
import type { SubscriberBilling } from 'contracts/operations/subscribers';
import { account, backend, billing, open, requests, zoe } from './subscribers-page.tsx';

test('the timeline has everything in its order, with links to the payments', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Historique de Zoé Petit' }));
  const items = await screen.findAllByRole('listitem');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(7));
  expect(items.length).toBeGreaterThan(0);
  const titles = screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent);
  expect(titles).toEqual([
    'Résiliation demandée\u00a0: acceptée',
    'Remboursement',
    'E-mail envoyé\u00a0: bienvenue',
    'Premier paiement accepté',
    'Paiement refusé',
    'Page de paiement ouverte',
    'Inscription chez Nina',
  ]);
  expect(screen.getAllByText('Studio Nord, par le lien de l’affilié (sub2)')).toHaveLength(2);
  expect(document.body.textContent).toContain('−2,00\u00a0€');
  expect(document.body.textContent).toContain('À vérifier\u00a0: L’adresse est celle de l’affilié crédité');
  expect(screen.getByRole('link', { name: 'tx_1 dans Paiements' }).getAttribute('href')).toBe(
    '/?section=paiements&appels=tx_1',
  );
  expect(document.activeElement?.textContent).toBe('Zoé Petit');
  await userEvent.click(screen.getByRole('button', { name: 'Abonnés' }));
  expect(await screen.findByRole('button', { name: 'Historique de Zoé Petit' })).toHaveFocus();
});

test('the timeline links a fee to its payment, and an entry of a request on the site to none', async () => {
  const entry = billing.entries[0] as SubscriberBilling['entries'][number];
  backend.billing = {
    ...billing,
    entries: [
      { ...entry, id: 'fee', kind: 'fee', amount_cents: -35, transaction_id: 'fee:tx_1' },
      { ...entry, id: 'end', kind: 'cancellation', amount_cents: 0, transaction_id: 'RES-1' },
    ],
    postbacks: [],
    contract_requests: billing.contract_requests.map((request) => ({ ...request, effective_at: entry.occurred_at })),
  };
  open(`/?abonne=${zoe.id}`);
  await screen.findByText('Frais du partenaire');
  expect(screen.getByRole('link', { name: 'tx_1 dans Paiements' })).toHaveAttribute(
    'href',
    '/?section=paiements&appels=tx_1',
  );
  expect(screen.queryByRole('link', { name: /^RES-1/ })).toBeNull();
  const entered = screen.getByText('Résiliation enregistrée').closest('li');
  expect(entered).toHaveTextContent(/RES-1$/);
});

test('a request with effect at once is one row: its entry is shown by it', async () => {
  const entry = billing.entries[0] as SubscriberBilling['entries'][number];
  backend.billing = {
    ...billing,
    entries: [
      ...billing.entries,
      { ...entry, id: 'end', kind: 'cancellation', amount_cents: 0, transaction_id: 'RES-1' },
    ],
  };
  open(`/?abonne=${zoe.id}`);
  await screen.findByText('Résiliation demandée\u00a0: acceptée', { normalizer: String });
  expect(screen.queryByText('Résiliation enregistrée')).toBeNull();
});

test('the timeline states what differs in a call', async () => {
  const [call] = billing.postbacks;
  backend.billing = {
    ...billing,
    postbacks: [{ ...call, event: 'first', verdict: 'recorded', flags: [], discrepancies: ['amount', 'currency'] }].map(
      (each) =>
        ({ ...(call as SubscriberBilling['postbacks'][number]), ...each }) as (typeof billing.postbacks)[number],
    ),
  };
  open(`/?abonne=${zoe.id}`);
  expect(
    await screen.findByText('premier paiement, enregistré. À vérifier\u00a0: Montant différent. Devise différente', {
      normalizer: String,
    }),
  ).toBeVisible();
});

test('a payment is one row: its call is shown by its entry, with what differs', async () => {
  const [call] = billing.postbacks as [SubscriberBilling['postbacks'][number]];
  const recorded = {
    ...call,
    event: 'first' as const,
    verdict: 'recorded' as const,
    transaction_id: 'tx_1',
    flags: [],
  };
  backend.billing = {
    ...billing,
    entries: billing.entries.slice(0, 1),
    postbacks: [
      { ...recorded, discrepancies: ['amount'] },
      { ...recorded, id: '5', verdict: 'duplicate' },
    ],
  };
  open(`/?abonne=${zoe.id}`);
  const rows = within(await screen.findByRole('region', { name: 'Historique' }))
    .getAllByRole('listitem')
    .filter((row) => row.textContent.includes('tx_1'));
  expect(rows.map((row) => row.querySelector('b')?.textContent)).toEqual([
    'Premier paiement accepté',
    'Appel du partenaire',
  ]);
  expect(rows[0]).toHaveTextContent('À vérifier : Montant différent');
  expect(rows[1]).toHaveTextContent('premier paiement, doublon, ignoré');
});

test('a declined renewal has its amount, and states that the access is left open in the days of grace', async () => {
  const [call] = billing.postbacks as [SubscriberBilling['postbacks'][number]];
  backend.billing = {
    ...billing,
    subscriber: { ...zoe, state: 'grace' },
    entries: billing.entries.slice(0, 1),
    postbacks: [
      { ...call, received_at: '2026-04-02T21:00:00.000Z', amount_cents: 500, flags: [] },
      { ...call, id: '5', received_at: '2026-03-02T20:04:00.000Z', flags: [] },
    ],
  };
  open(`/?abonne=${zoe.id}`);
  const row = (await screen.findByText('Renouvellement refusé')).closest('li');
  expect(row).toHaveTextContent('Refusé par la banque, accès gardé pendant le délai de grâce');
  expect(row).toHaveTextContent(/5,00\s€$/);
  expect(screen.getByText('Paiement refusé').closest('li')).toHaveTextContent(/Refusé par la banque2,00\s€$/);
});

test('the timeline states that it leaves out older calls and mails', async () => {
  const repeated = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
    Array.from({ length: TIMELINE_ROWS }, (_, index) => ({ ...(rows[0] as Row), id: `row-${index}` }));
  backend.billing = { ...billing, postbacks: repeated(billing.postbacks) };
  backend.account = { ...account, mails: repeated(account.mails) };
  open(`/?abonne=${zoe.id}`);
  expect(await screen.findByText(/^Seuls les 200 derniers appels du partenaire figurent ici/)).toBeTruthy();
  expect(await screen.findByText('Seuls les 200 derniers e-mails figurent ici.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Paiements' }).getAttribute('href')).toBe(
    `/?${new URLSearchParams({ section: 'paiements', appels: zoe.email }).toString()}`,
  );
});

describe('the facts of a person', () => {
  const factOf = async (term: string) => (await screen.findByText(term)).nextElementSibling?.textContent;

  test('have the state and all that was paid', async () => {
    open(`/?abonne=${zoe.id}`);
    expect(await factOf('État')).toBe('Actif');
    expect(await factOf('Payé en tout')).toBe('7,00\u00a0€');
    expect(screen.getByText('Actif jusqu’au 2 avril 2026')).toBeVisible();
  });

  test.each([
    ['active', 'Prochain prélèvement', '5,00\u00a0€ le 2 avril 2026'],
    ['grace', 'Prélèvement attendu', '5,00\u00a0€ depuis le 2 avril 2026'],
  ] as const)('have the next charge by the state: %s', async (state, term, text) => {
    backend.billing = { ...billing, subscriber: { ...zoe, state } };
    open(`/?abonne=${zoe.id}`);
    expect(await factOf(term)).toBe(text);
  });

  test('have what was earned from the person, each currency by itself', async () => {
    backend.commissions = {
      is_credited: true,
      earned: [
        { currency: 'EUR', cents: 150 },
        { currency: 'USD', cents: 63 },
      ],
    };
    open(`/?abonne=${zoe.id}`);
    await waitFor(async () => expect(await factOf('Commission')).toBe('1,50\u00a0€ + 0,63\u00a0USD'));
  });

  test.each([
    [true, '0,00\u00a0€'],
    [false, '–'],
  ])('have no commission where nothing was earned, credited: %s', async (is_credited, text) => {
    backend.commissions = { is_credited, earned: [] };
    open(`/?abonne=${zoe.id}`);
    await waitFor(() =>
      expect(requests.map(({ pathname }) => pathname)).toContain(`/api/payouts/subscribers/${zoe.id}`),
    );
    await waitFor(async () => expect(await factOf('Commission')).toBe(text));
  });

  test('are shown without the commission where that fails', async () => {
    backend.commissions = null;
    open(`/?abonne=${zoe.id}`);
    expect(await screen.findByText(/^La commission manque/, {}, { timeout: 5_000 })).toBeVisible();
    expect(await factOf('Commission')).toBe('–');
    expect(screen.getByText('zoe.petit@exemple.fr')).toBeVisible();
  });

  test.each([
    ['not-requested', null, 'Invitation pas encore demandée'],
    ['pending', null, 'Invitation en préparation'],
    ['invited', '2026-03-09T20:05:00.000Z', 'Invitation envoyée, non utilisée, lien jusqu’au 9 mars 2026'],
    ['joined', null, 'Invitation utilisée'],
    ['leaving', null, 'Retrait en cours'],
    ['group-link', null, 'Lien permanent du groupe'],
    ['contact-link', null, 'Lien permanent d’un compte'],
    ['none', null, 'Aucun accès'],
  ] as const)('have the access to Telegram: %s', async (state, expires_at, text) => {
    backend.billing = { ...billing, telegram: { state, expires_at } };
    open(`/?abonne=${zoe.id}`);
    expect(await factOf('Telegram')).toBe(text);
  });

  test('leave out what an older version of billing does not state', async () => {
    open(`/?abonne=${zoe.id}`);
    await factOf('Commission');
    expect(screen.queryByText('Telegram')).toBeNull();
    expect(screen.queryByText('Remboursement', { selector: 'dt' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Rembourser' })).toBeNull();
  });
});
