import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TIMELINE_ROWS } from 'contracts/limits';
import type {
  ListedSubscriber,
  Refundable,
  SubscriberAccount,
  SubscriberBilling,
  SubscriberCommissions,
} from 'contracts/operations/subscribers';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter } from 'web-kit/router';
import { mockMedia } from 'ui/testing/browser-parts';
import { Subscribers } from '../src/features/subscribers/index.ts';

const listed = (over: Partial<ListedSubscriber> = {}): ListedSubscriber => ({
  id: crypto.randomUUID(),
  name: 'Zoé Petit',
  email: 'zoe.petit@exemple.fr',
  state: 'active',
  paid_until: '2026-04-02T20:05:00.000Z',
  model_slug: 'nina',
  affiliate_slug: 'studio',
  registered_at: '2026-03-02T20:05:00.000Z',
  paid_cents: 700,
  currency: 'EUR',
  ...over,
});
const zoe = listed();
const billing: SubscriberBilling = {
  subscriber: zoe,
  attribution_reason: 'sub2',
  next_charge: { at: '2026-04-02T20:05:00.000Z', amount_cents: 500, currency: 'EUR' },
  checkouts: [{ number: 'CK-7F3K9QXA', opened_at: '2026-03-02T20:01:00.000Z', model_slug: 'nina' }],
  entries: [
    {
      id: '1',
      kind: 'first',
      occurred_at: '2026-03-02T20:05:00.000Z',
      amount_cents: 200,
      currency: 'EUR',
      transaction_id: 'tx_1',
    },
    {
      id: '2',
      kind: 'refund',
      occurred_at: '2026-03-03T20:05:00.000Z',
      amount_cents: -200,
      currency: 'EUR',
      transaction_id: 'tx_2',
    },
  ],
  postbacks: [
    {
      id: '3',
      event: 'decline',
      verdict: 'declined',
      received_at: '2026-03-02T20:03:00.000Z',
      flags: [{ reason: 'self-referral', measured: null, threshold: null }],
      amount_cents: 200,
      currency: 'EUR',
      transaction_id: 'tx_0',
    },
  ],
  contract_requests: [
    {
      reference: 'RES-1',
      kind: 'cancellation',
      outcome: 'accepted',
      received_at: '2026-03-04T20:05:00.000Z',
      effective_at: null,
    },
  ],
};
const account: SubscriberAccount = {
  registered_at: '2026-03-02T20:00:00.000Z',
  attribution: { affiliate_slug: 'studio', reason: 'sub2' },
  mails: [{ id: '4', kind: 'welcome', label: 'bienvenue', at: '2026-03-02T20:06:00.000Z', is_sent: true }],
};

let requests: URL[];
let status: number;
let subscribers: ListedSubscriber[];
let recorded: SubscriberBilling;
let known: SubscriberAccount;
/** null: the call fails. */
let commissions: SubscriberCommissions | null;
/** Response of the next order to refund. */
let orderResponse: { status: number; body: unknown };
let orders: unknown[];
beforeEach(() => {
  requests = [];
  status = 200;
  recorded = billing;
  known = account;
  commissions = { is_credited: true, earned: [{ currency: 'EUR', cents: 150 }] };
  orderResponse = { status: 201, body: {} };
  orders = [];
  subscribers = [zoe, listed({ name: 'Paul', state: 'pending', paid_cents: 0, affiliate_slug: null })];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const url = new URL(String(address), 'http://localhost');
    if (init?.method === 'POST') {
      orders.push([url.pathname, JSON.parse(String(init.body))]);
      return new Response(JSON.stringify(orderResponse.body), { status: orderResponse.status });
    }
    requests.push(url);
    const responses: Record<string, unknown> = {
      '/api/subscribers': { subscribers, next: null },
      [`/api/subscribers/${zoe.id}`]: recorded,
      [`/api/admin/subscribers/${zoe.id}`]: known,
      '/api/affiliates': [],
      [`/api/payouts/subscribers/${zoe.id}`]: commissions,
    };
    if (responses[url.pathname] === null)
      return new Response('{"error":"Le service ne répond pas.","code":"UNAVAILABLE"}', { status: 503 });
    const body = status === 200 ? responses[url.pathname] : { error: 'Non', code: 'INTERNAL', requestId: '1' };
    return new Response(JSON.stringify(body), { status });
  });
});
const open = (address = '/') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ToastProvider>
        <QueryClientProvider client={createQueryClient()}>
          <Subscribers />
        </QueryClientProvider>
      </ToastProvider>
    </MemoryRouter>,
  );
const listRequests = () => requests.filter(({ pathname }) => pathname === '/api/subscribers');

test('shows subscribers with what was paid, and filters them', async () => {
  open();
  const rows = (await screen.findAllByRole('row')).slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[5]?.textContent)).toEqual(['7,00\u00a0€', '0,00\u00a0€']);
  expect(within(rows[0] as HTMLElement).getByText('nina, studio')).toBeTruthy();
  expect(within(rows[1] as HTMLElement).getByText('nina, direct')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Délai de grâce' }));
  await userEvent.selectOptions(screen.getByLabelText('Source'), 'Direct');
  await userEvent.type(screen.getByLabelText('E-mail ou nom'), ' zoe ');
  await userEvent.click(screen.getByRole('button', { name: 'Rechercher' }));
  await waitFor(() =>
    expect(Object.fromEntries(listRequests().at(-1)?.searchParams ?? [])).toEqual({
      search: 'zoe',
      state: 'grace',
      affiliate: 'none',
    }),
  );
});

test('shows what was paid in other currencies beside it', async () => {
  subscribers = [listed({ paid_cents: 0, other_paid: [{ currency: 'USD', cents: 200 }] })];
  open();
  expect(await screen.findByRole('cell', { name: '0,00\u00a0€ + 2,00\u00a0USD' })).toBeVisible();
});

test.each(['E-mail ou nom', 'Modèle (slug)'])(
  'leaves the focus in the field "%s" when it is searched',
  async (label) => {
    open();
    const field = await screen.findByLabelText<HTMLInputElement>(label);
    await userEvent.type(field, ' Nina {Enter}');
    await waitFor(() => expect(listRequests().at(-1)?.search).toMatch(/nina/i));
    expect(field).toHaveFocus();
    expect(field.value.trim()).toBe(field.value);
  },
);

test('states that nothing was found, and shows everything again', async () => {
  subscribers = [];
  open('/?etat=revoked');
  await userEvent.click(await screen.findByRole('button', { name: 'Tout afficher' }));
  expect(await screen.findByText('Personne ne s’est encore inscrit.')).toBeTruthy();
});

test('a list that fails can be read again', async () => {
  status = 500;
  open();
  const retry = await screen.findByRole('button', { name: 'Réessayer' }, { timeout: 10_000 });
  status = 200;
  await userEvent.click(retry);
  expect(await screen.findByText('Zoé Petit')).toBeTruthy();
}, 20_000);

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
    'E-mail envoyé',
    'Premier paiement',
    'Appel du partenaire',
    'Page de paiement ouverte',
    'Inscription',
  ]);
  expect(screen.getAllByText('studio, par le lien de l’affilié (sub2)')).toHaveLength(2);
  expect(document.body.textContent).toContain('−2,00\u00a0€');
  expect(document.body.textContent).toContain('À vérifier\u00a0: L’adresse est celle de l’affilié crédité');
  expect(screen.getByRole('link', { name: 'tx_1 dans Paiements' }).getAttribute('href')).toBe(
    '/?section=paiements&appels=tx_1',
  );
  expect(document.activeElement?.textContent).toBe('Zoé Petit');
  await userEvent.click(screen.getByRole('button', { name: 'Tous les abonnés' }));
  expect(await screen.findByRole('button', { name: 'Historique de Zoé Petit' })).toHaveFocus();
});

test('the timeline links a fee to its payment, and an entry of a request on the site to none', async () => {
  const entry = billing.entries[0] as SubscriberBilling['entries'][number];
  recorded = {
    ...billing,
    entries: [
      { ...entry, id: 'fee', kind: 'fee', amount_cents: -35, transaction_id: 'fee:tx_1' },
      { ...entry, id: 'end', kind: 'cancellation', amount_cents: 0, transaction_id: 'RES-1' },
    ],
    postbacks: [],
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

test('the timeline states what differs in a call', async () => {
  const [call] = billing.postbacks;
  recorded = {
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

test('the timeline states that it leaves out older calls and mails', async () => {
  const repeated = <Row extends { id: string }>(rows: readonly Row[]): Row[] =>
    Array.from({ length: TIMELINE_ROWS }, (_, index) => ({ ...(rows[0] as Row), id: `row-${index}` }));
  recorded = { ...billing, postbacks: repeated(billing.postbacks) };
  known = { ...account, mails: repeated(account.mails) };
  open(`/?abonne=${zoe.id}`);
  expect(await screen.findByText(/^Seuls les 200 derniers appels du partenaire figurent ici/)).toBeTruthy();
  expect(await screen.findByText('Seuls les 200 derniers e-mails figurent ici.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Paiements' }).getAttribute('href')).toBe(
    `/?${new URLSearchParams({ section: 'paiements', appels: zoe.email }).toString()}`,
  );
});

describe('the facts of a person', () => {
  const factOf = async (term: string) => (await screen.findByText(term)).nextElementSibling?.textContent;

  test('have what was earned from the person, each currency by itself', async () => {
    commissions = {
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
    commissions = { is_credited, earned: [] };
    open(`/?abonne=${zoe.id}`);
    await waitFor(() =>
      expect(requests.map(({ pathname }) => pathname)).toContain(`/api/payouts/subscribers/${zoe.id}`),
    );
    await waitFor(async () => expect(await factOf('Commission')).toBe(text));
  });

  test('are shown without the commission where that fails', async () => {
    commissions = null;
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
    recorded = { ...billing, telegram: { state, expires_at } };
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
    recorded = { ...billing, entries: [earlier, latest] };
    const dialog = await openDialog();
    expect(dialog.getByText('5,00\u00a0€, renouvellement du 2 avril 2026, tx_b', { normalizer: String })).toBeVisible();
    expect(
      dialog.getByText('L’accès se ferme quand le partenaire confirme\u00a0; le contrat n’est pas résilié.', {
        normalizer: String,
      }),
    ).toBeVisible();
    recorded = { ...billing, entries: [latest], refund_orders: [refundOf('b', 'open')] };
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
    recorded = { ...billing, entries: [latest] };
    const dialog = await openDialog();
    recorded = { ...billing, entries: [latest, earlier], refund_orders: [refundOf('b', 'done')] };
    commissions = { is_credited: true, earned: [{ currency: 'EUR', cents: 0 }] };
    await userEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
    await waitFor(() => expect(screen.getByText('Commission').nextElementSibling).toHaveTextContent('0,00'));
  });

  test('offers every payment of which something remains, with what follows', async () => {
    recorded = { ...billing, entries: [earlier, latest] };
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
    recorded = { ...billing, subscriber: { ...zoe, state: 'expired' }, entries: [ended] };
    const dialog = await openDialog();
    expect(
      dialog.getByText('L’accès est déjà fermé\u00a0; le contrat est déjà résilié.', { normalizer: String }),
    ).toBeVisible();
  });

  test('states a rejection in the dialog, and closes without an order', async () => {
    recorded = { ...billing, entries: [latest] };
    const text = 'Le remboursement de ce paiement est déjà demandé au partenaire.';
    orderResponse = { status: 409, body: { error: text, code: 'REFUND_ORDERED' } };
    const dialog = await openDialog();
    expect(dialog.queryByLabelText('Paiement')).toBeNull();
    // Ordered elsewhere: the dialog stays to state it.
    recorded = { ...billing, entries: [latest], refund_orders: [refundOf('b', 'open')] };
    await userEvent.click(dialog.getByRole('button', { name: 'Rembourser' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent(text);
    await screen.findByText('Remboursement demandé au partenaire');
    expect(dialog.getByRole('alert')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Annuler' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(orders).toHaveLength(1);
  });

  test('ignores a second click while the order is sent', async () => {
    recorded = { ...billing, entries: [latest] };
    const dialog = await openDialog();
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Rembourser' }));
    await screen.findByText('Remboursement demandé');
    expect(orders).toHaveLength(1);
  });

  test('is replaced by a fact where the partner takes no orders', async () => {
    recorded = { ...billing, entries: [payment('a', '2026-03-02T20:05:00.000Z', { is_orderable: false })] };
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
      recorded = { ...billing, entries: [latest], refund_orders: [refundOf('b', state)] };
      open(`/?abonne=${zoe.id}`);
      const ordered = (await screen.findByText('Remboursement demandé au partenaire')).closest('li');
      expect(ordered).toHaveTextContent(text);
      expect(screen.queryAllByRole('button', { name: 'Rembourser' })).toHaveLength(isOffered ? 1 : 0);
    },
  );

  test('the timeline has an order whose refund is recorded as done', async () => {
    const { refundable: _refunded, ...refunded } = latest;
    recorded = { ...billing, entries: [refunded], refund_orders: [refundOf('b', 'done')] };
    open(`/?abonne=${zoe.id}`);
    const ordered = (await screen.findByText('Remboursement demandé au partenaire')).closest('li');
    expect(ordered).toHaveTextContent(/fait/);
  });
});

test('holds source and state of a phone in a sheet, whose button counts them', async () => {
  // Matches every media query, as on a phone: jsdom has no layout.
  mockMedia(() => true);
  open('/?etat=grace');
  await screen.findByText('Paul');
  expect(screen.getByLabelText('E-mail ou nom')).toBeTruthy();
  expect(screen.queryByLabelText('Source')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Filtres (1)' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Filtres' }));
  await userEvent.selectOptions(sheet.getByLabelText('Source'), 'Direct');
  await waitFor(() =>
    expect(Object.fromEntries(listRequests().at(-1)?.searchParams ?? [])).toMatchObject({
      state: 'grace',
      affiliate: 'none',
    }),
  );
  await userEvent.click(sheet.getByRole('button', { name: 'Afficher' }));
  expect(screen.getByRole('button', { name: 'Filtres (2)' })).toBe(document.activeElement);
});
