import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AffiliateBalance, AffiliateTerms, PayoutBatch, PayoutStatement } from 'contracts/commissions';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter } from 'web-kit/router';
import { makePageInert } from 'panel/testing/inert-page';
import { expectToast } from 'panel/testing/toasts';
// The form is a lazy chunk: imported here, it is compiled before a test waits for it.
import '../src/features/payouts/terms-form.tsx';
import { PayoutsPage } from '../src/pages/payouts.tsx';

const NORTH = { id: '0b6f0d3a-5a0e-4c57-9a39-3f0c2f7b9a11', slug: 'studio-nord', name: 'Studio Nord' };
const terms: AffiliateTerms = {
  affiliate: NORTH,
  terms: {
    first: { kind: 'percent', basis_points: 1_250 },
    renewal: { kind: 'fixed', cents: 150 },
    holding_days: 30,
    minimum_cents: 1_000,
  },
  effective_from: null,
  next: null,
};
const balance: AffiliateBalance = {
  affiliate: NORTH,
  currency: 'EUR',
  held_cents: 300,
  due_cents: 42_550,
  paid_cents: 1_234,
  in_batch_cents: 0,
  minimum_cents: 1_000,
  payable_cents: 42_550,
};
const batch: PayoutBatch = {
  id: '3b0a6a52-7a52-4a5e-9b2c-0d5a2f6c1e11',
  number: 3,
  state: 'open',
  created_at: '2026-03-02T20:00:00.000Z',
  paid_at: null,
  cancelled_at: null,
  reference: null,
  totals: [{ currency: 'EUR', cents: 42_550 }],
  statements: [{ id: '9b2c0d5a-7a52-4a5e-9b2c-0d5a2f6c1e22', affiliate: NORTH, currency: 'EUR', cents: 42_550 }],
};
const statement: PayoutStatement = {
  id: batch.statements[0]?.id ?? '',
  batch_number: 3,
  state: 'open',
  created_at: batch.created_at,
  paid_at: null,
  reference: null,
  affiliate: NORTH,
  currency: 'EUR',
  amount_cents: 42_550,
  lines: [
    {
      at: '2026-01-02T20:00:00.000Z',
      kind: 'commission',
      cause: 'renewal',
      model: 'nina',
      base_cents: 500,
      base_currency: 'EUR',
      rate: { kind: 'percent', basis_points: 3_000 },
      amount_cents: 42_550,
    },
  ],
};

let data: Record<string, unknown>;
/** Address of the next page by the address of a list. */
let nextPages: Record<string, string>;
let writes: [string, string, unknown, string | null][];
const open = () => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname: path, search } = new URL(String(url), 'http://localhost');
    const method = init?.method ?? 'GET';
    if (method !== 'GET') {
      const key = new Headers(init?.headers).get('idempotency-key');
      writes.push([method, path, init?.body ? (JSON.parse(String(init.body)) as unknown) : undefined, key]);
    }
    const result = data[`${method} ${path}${search}`];
    const next = nextPages[`${path}${search}`];
    if (result instanceof Error) throw result;
    if (typeof result === 'number')
      return new Response('{"error":"Les montants dus ont changé.","code":"PAYOUT_CHANGED"}', { status: result });
    return new Response(JSON.stringify(result), { headers: next ? { link: `<${next}>; rel="next"` } : {} });
  });
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ToastProvider>
          <PayoutsPage />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  jest.restoreAllMocks();
  writes = [];
  nextPages = {};
  data = {
    'GET /api/payouts/terms': [terms],
    'GET /api/payouts/due': [balance],
    'GET /api/payouts/batches': [],
  };
});

test('“Reversements” shows what is held, due and paid, and the terms of each affiliate', async () => {
  open();
  const sums = within(await screen.findByRole('region', { name: 'Commissions par affilié' }));
  expect(sums.getAllByRole('row')[1]).toHaveTextContent('Studio Nord3,00 €425,50 €425,50 €12,34 €');
  const agreed = within(await screen.findByRole('region', { name: 'Conditions par affilié' }));
  for (const text of ['12,5\u00a0%', '1,50\u00a0€', '30\u00a0jours', '10,00\u00a0€'])
    expect(agreed.getByRole('cell', { name: text })).toBeVisible();
  expect(agreed.getByText('conditions du site')).toBeVisible();
});

test('“Reversements” shows an empty state without commissions, batches and affiliates', async () => {
  data = { 'GET /api/payouts/terms': [], 'GET /api/payouts/due': [], 'GET /api/payouts/batches': [] };
  open();
  for (const text of [
    'Aucune commission pour le moment.',
    'Aucun lot pour le moment.',
    'Aucun affilié créé pour le moment.',
  ])
    expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole('button', { name: /Créer un lot/ })).toBeNull();
});

test('“Reversements” offers another try where the sums failed to load', async () => {
  data['GET /api/payouts/due'] = 400;
  open();
  await press('Réessayer');
  expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeVisible();
});

test('“Reversements” creates a batch of the totals that are shown, with the same key after a lost response', async () => {
  data['POST /api/payouts/batches'] = new TypeError('Failed to fetch');
  open();
  await press(/^Créer un lot de 425,50/);
  await waitFor(() => expect(writes).toHaveLength(1));
  data['POST /api/payouts/batches'] = batch;
  data['GET /api/payouts/batches'] = [batch];
  await waitFor(() => expect(screen.getByRole('button', { name: /^Créer un lot/ })).not.toHaveAttribute('aria-busy'));
  await press(/^Créer un lot de 425,50/);
  await expectToast('Lot créé', '425,50\u00a0€');
  expect(writes.map(([method, path, body]) => [method, path, body])).toEqual(
    Array(2).fill(['POST', '/api/payouts/batches', { totals: [{ currency: 'EUR', cents: 42_550 }] }]),
  );
  expect(writes[0]?.[3]).toMatch(/^[0-9a-f]{32}$/);
  expect(writes[1]?.[3]).toBe(writes[0]?.[3]);
  expect(await screen.findByRole('heading', { name: 'Lot n°\u00a03' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Créer un lot/ })).toBeNull();
});

test('“Reversements” has another key once the batch of a lost response has appeared, and was cancelled', async () => {
  data['POST /api/payouts/batches'] = new TypeError('Failed to fetch');
  data['GET /api/payouts/batches'] = [{ ...batch, id: crypto.randomUUID(), number: 2, state: 'cancelled' }];
  open();
  await screen.findByRole('heading', { name: 'Lot n°\u00a02' });
  const cancelled = { ...batch, state: 'cancelled', cancelled_at: batch.created_at };
  data['GET /api/payouts/batches'] = [cancelled];
  await press(/^Créer un lot de 425,50/);
  await screen.findByRole('heading', { name: 'Lot n°\u00a03' });
  await waitFor(() => expect(screen.getByRole('button', { name: /^Créer un lot/ })).not.toHaveAttribute('aria-busy'));
  data['POST /api/payouts/batches'] = batch;
  await press(/^Créer un lot de 425,50/);
  await expectToast('Lot créé', '425,50\u00a0€');
  expect(writes).toHaveLength(2);
  expect(writes[1]?.[3]).not.toBe(writes[0]?.[3]);
});

test('“Reversements” reports a rejected batch and reads the sums again', async () => {
  data['POST /api/payouts/batches'] = 409;
  open();
  await screen.findByRole('button', { name: /^Créer un lot de 425,50/ });
  data['GET /api/payouts/due'] = [{ ...balance, payable_cents: 5_000 }];
  await press(/^Créer un lot de 425,50/);
  await expectToast('Erreur', 'Les montants dus ont changé.');
  expect(await screen.findByRole('button', { name: /^Créer un lot de 50,00/ })).toBeVisible();
});

test('“Reversements” marks a batch as paid after a confirmation with a reference', async () => {
  data['GET /api/payouts/batches'] = [batch];
  data[`PUT /api/payouts/batches/${batch.id}/paid`] = { ...batch, state: 'paid' };
  open();
  await press('Marquer comme versé');
  const dialog = within(screen.getByRole('dialog', { name: 'Marquer le lot n°\u00a03 comme versé\u00a0?' }));
  expect(dialog.getByText(/425,50/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Marquer comme versé' }));
  expect(dialog.getByText('Référence manquante')).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Référence du virement' })).toHaveFocus();
  expect(writes).toEqual([]);
  await userEvent.type(dialog.getByRole('textbox', { name: 'Référence du virement' }), 'VIR-3');
  await userEvent.click(dialog.getByRole('button', { name: 'Marquer comme versé' }));
  await expectToast('Lot marqué comme versé', 'Lot n°\u00a03');
  expect(writes).toEqual([['PUT', `/api/payouts/batches/${batch.id}/paid`, { reference: 'VIR-3' }, null]]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('“Reversements” cancels a batch after a confirmation', async () => {
  data['GET /api/payouts/batches'] = [batch];
  data[`PUT /api/payouts/batches/${batch.id}/cancelled`] = { ...batch, state: 'cancelled' };
  open();
  await press('Annuler le lot');
  const dialog = within(screen.getByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Annuler le lot' }));
  await expectToast('Lot annulé', 'Lot n°\u00a03');
  expect(writes.map(([, path]) => path)).toEqual([`/api/payouts/batches/${batch.id}/cancelled`]);
});

test('“Reversements” adds the next page of the batches and focuses its first one; without a further page there is no button', async () => {
  const older = {
    ...batch,
    id: '5d2a6a52-7a52-4a5e-9b2c-0d5a2f6c1e33',
    number: 2,
    state: 'paid',
    paid_at: batch.created_at,
  };
  data['GET /api/payouts/batches'] = [batch];
  nextPages['/api/payouts/batches'] = '/api/payouts/batches?cursor=3';
  data['GET /api/payouts/batches?cursor=3'] = 409;
  open();
  await press('Voir plus');
  await expectToast('Erreur', 'Les montants dus ont changé.');
  data['GET /api/payouts/batches?cursor=3'] = [older];
  await press('Voir plus');
  expect(await screen.findByRole('button', { name: 'Relevé de Studio Nord, Lot n°\u00a02' })).toHaveFocus();
  expect(screen.getByRole('heading', { name: 'Lot n°\u00a03' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Voir plus' })).toBeNull();
});

test('“Reversements” shows a statement with its lines and sums', async () => {
  data['GET /api/payouts/batches'] = [batch];
  data[`GET /api/payouts/statements/${statement.id}`] = statement;
  open();
  await press('Relevé de Studio Nord, Lot n°\u00a03');
  const dialog = within(await screen.findByRole('dialog', { name: 'Relevé de commissions n°\u00a03' }));
  expect(dialog.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'DateOpérationModèleMontant payéTauxCommission',
    '02/01/2026Renouvellementnina5,00\u00a0€30\u00a0%425,50\u00a0€',
    'Commissions425,50\u00a0€',
    'Reprises0,00\u00a0€',
    'Total425,50\u00a0€',
  ]);
  for (const name of ['Télécharger en CSV', 'Télécharger en PDF'])
    expect(dialog.getByRole('button', { name })).toBeVisible();
});

describe('the focus', () => {
  beforeEach(makePageInert);
  const goesTo = async (name: string) => waitFor(() => expect(screen.getByRole('heading', { name })).toHaveFocus());

  test('stays in the section when a batch was created', async () => {
    data['POST /api/payouts/batches'] = batch;
    open();
    await screen.findByRole('button', { name: /^Créer un lot/ });
    data['GET /api/payouts/batches'] = [batch];
    await press(/^Créer un lot/);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Créer un lot/ })).toBeNull());
    await goesTo('Reversements');
  });

  test('stays in the section when a batch was paid, and on the button when it was not', async () => {
    data['GET /api/payouts/batches'] = [batch];
    data[`PUT /api/payouts/batches/${batch.id}/paid`] = {};
    open();
    await press('Marquer comme versé');
    await press('Annuler');
    expect(screen.getByRole('button', { name: 'Marquer comme versé' })).toHaveFocus();
    await press('Marquer comme versé');
    await userEvent.type(screen.getByRole('textbox', { name: 'Référence du virement' }), 'VIR-3');
    data['GET /api/payouts/batches'] = [{ ...batch, state: 'paid', paid_at: batch.created_at, reference: 'VIR-3' }];
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Marquer comme versé' })).toBeNull());
    await goesTo('Lots');
  });

  test('stays in the section when the dialog of a batch goes that was paid elsewhere', async () => {
    data['GET /api/payouts/batches'] = [batch];
    data[`PUT /api/payouts/batches/${batch.id}/paid`] = 409;
    open();
    await press('Marquer comme versé');
    data['GET /api/payouts/batches'] = [{ ...batch, state: 'paid', paid_at: batch.created_at, reference: 'VIR-3' }];
    await userEvent.type(screen.getByRole('textbox', { name: 'Référence du virement' }), 'VIR-3{Enter}');
    await screen.findByText(/^Versé le/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await goesTo('Lots');
  });

  test('stays in the section when a batch was cancelled', async () => {
    data['GET /api/payouts/batches'] = [batch];
    data[`PUT /api/payouts/batches/${batch.id}/cancelled`] = {};
    open();
    await press('Annuler le lot');
    data['GET /api/payouts/batches'] = [{ ...batch, state: 'cancelled', cancelled_at: batch.created_at }];
    await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Annuler le lot' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Annuler le lot' })).toBeNull());
    await goesTo('Lots');
  });
});

test('“Reversements” elides before the name of an affiliate', async () => {
  const affiliate = { ...NORTH, name: 'Agence Rivage' };
  data['GET /api/payouts/terms'] = [{ ...terms, affiliate }];
  data['GET /api/payouts/batches'] = [
    { ...batch, statements: batch.statements.map((each) => ({ ...each, affiliate })) },
  ];
  open();
  expect(
    (await screen.findAllByRole('button', { name: 'Relevé d’Agence Rivage, Lot n°\u00a03' })).length,
  ).toBeGreaterThan(0);
  await press('Modifier les conditions d’Agence Rivage');
  expect(await screen.findByRole('dialog', { name: 'Conditions d’Agence Rivage' })).toBeVisible();
});

test('“Reversements” edits planned terms from their day on, not from now', async () => {
  const next = { terms: { ...terms.terms, holding_days: 60 }, effective_from: '2099-03-01T23:00:00.000Z' };
  data['GET /api/payouts/terms'] = [{ ...terms, next }];
  data[`PUT /api/payouts/terms/${NORTH.id}`] = terms;
  open();
  await press('Modifier les conditions de Studio Nord');
  const dialog = within(await screen.findByRole('dialog', { name: 'Conditions de Studio Nord' }));
  expect(dialog.getByRole('textbox', { name: 'Retenue, en jours' })).toHaveValue('60');
  expect(dialog.getByLabelText('À partir du')).toHaveValue('2099-03-02');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await expectToast('Conditions enregistrées', 'Studio Nord');
  expect(writes.map(([, , body]) => body)).toEqual([
    expect.objectContaining({ holding_days: 60, effective_day: '2099-03-02' }),
  ]);
});

test('“Reversements” confirms before typed terms are lost', async () => {
  open();
  await press('Modifier les conditions de Studio Nord');
  const dialog = within(await screen.findByRole('dialog', { name: 'Conditions de Studio Nord' }));
  const holding = dialog.getByRole('textbox', { name: 'Retenue, en jours' });
  await userEvent.type(holding, '0');
  await press('Annuler');
  await press('Continuer la saisie');
  expect(holding).toHaveValue('300');
  await press('Annuler');
  await press('Quitter');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(writes).toEqual([]);
});

test('“Reversements” sets terms as they are typed in French, and rejects what is none', async () => {
  data[`PUT /api/payouts/terms/${NORTH.id}`] = terms;
  open();
  await press('Modifier les conditions de Studio Nord');
  const dialog = within(await screen.findByRole('dialog', { name: 'Conditions de Studio Nord' }));
  const [first] = dialog.getAllByRole('textbox', { name: 'Taux ou montant' });
  expect(first).toHaveValue('12,5');
  await userEvent.clear(first as HTMLElement);
  await userEvent.type(first as HTMLElement, '100,01');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await dialog.findByText(/Indiquez un pourcentage/)).toBeVisible();
  expect(writes).toEqual([]);
  await userEvent.clear(first as HTMLElement);
  await userEvent.type(first as HTMLElement, '33,33');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await expectToast('Conditions enregistrées', 'Studio Nord');
  expect(writes.map(([, , body]) => body)).toEqual([
    {
      first: { kind: 'percent', basis_points: 3_333 },
      renewal: { kind: 'fixed', cents: 150 },
      holding_days: 30,
      minimum_cents: 1_000,
      effective_day: null,
    },
  ]);
});
