import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AffiliateEarnings } from 'contracts/commissions';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter } from 'web-kit/router';
import { LatestPayouts } from '../src/features/earnings/index.ts';
import { EarningsPage } from '../src/pages/earnings.tsx';

const earnings: AffiliateEarnings = {
  terms: {
    first: { kind: 'fixed', cents: 150 },
    renewal: { kind: 'percent', basis_points: 2_000 },
    holding_days: 30,
    minimum_cents: 1_000,
  },
  balances: [
    { currency: 'EUR', held_cents: 300, due_cents: -150, paid_cents: 123_456 },
    { currency: 'USD', held_cents: 100, due_cents: 0, paid_cents: 0 },
  ],
  statements: [
    {
      id: '9b2c0d5a-7a52-4a5e-9b2c-0d5a2f6c1e22',
      batch_number: 4,
      paid_at: '2026-03-02T20:00:00.000Z',
      reference: 'VIR-4',
      currency: 'EUR',
      cents: 123_456,
    },
  ],
  next: null,
};
const NOT_FOUND = { error: 'Ce relevé n’existe pas.', code: 'STATEMENT_NOT_FOUND' };
let requests: string[];
/** @param bodyOf returns the response body for a path */
const open = (bodyOf: (path: string) => unknown, status = 200, shown = <EarningsPage slug="studio-nord" />) => {
  requests = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    requests.push(String(url));
    const isStatement = String(url).includes('/statements/');
    return new Response(JSON.stringify(isStatement ? NOT_FOUND : bodyOf(String(url))), {
      status: isStatement ? 404 : status,
    });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ToastProvider>{shown}</ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
};
const valueOf = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextElementSibling;

test('“Mes gains” shows the balance by currency, the statements and the terms', async () => {
  open(() => earnings);
  expect(await valueOf('En attente')).toHaveTextContent('3,00 € + 1,00 USD');
  expect(await valueOf('Dû')).toHaveTextContent('−1,50 €');
  expect(await valueOf('Versé')).toHaveTextContent('1 234,56 €');
  expect(screen.getByText(/Versé le 2 mars 2026, référence VIR-4/)).toBeVisible();
  expect(await valueOf('Premier paiement')).toHaveTextContent('1,50 €');
  expect(await valueOf('Renouvellement')).toHaveTextContent('20 %');
  expect(requests).toEqual(['/api/affiliates/studio-nord/earnings']);
});

test('“Mes gains” adds the next page of the statements and focuses its first one', async () => {
  const [newest] = earnings.statements;
  if (!newest) throw new Error('no statement');
  const older = { ...newest, id: '9b2c0d5a-7a52-4a5e-9b2c-0d5a2f6c1e33', batch_number: 3 };
  open((path) => ({
    ...earnings,
    ...(path.includes('before=') ? { statements: [older], next: null } : { next: newest.id }),
  }));
  await userEvent.click(await screen.findByRole('button', { name: 'Voir plus' }));
  expect(await screen.findByRole('button', { name: 'Voir le relevé n°\u00a03' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Voir le relevé n°\u00a04' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Voir plus' })).toBeNull();
  expect(requests.at(-1)).toBe(`/api/affiliates/studio-nord/earnings?before=${newest.id}`);
});

test('“Mes gains” opens a statement', async () => {
  open(() => earnings);
  await userEvent.click(await screen.findByRole('button', { name: 'Voir le relevé n°\u00a04' }));
  expect(await screen.findByText(NOT_FOUND.error)).toBeVisible();
  expect(requests.at(-1)).toBe(`/api/payouts/statements/${earnings.statements[0]?.id}`);
});

test('“Mes gains” keeps the focus in the dialog of a statement that is loaded again', async () => {
  open(() => earnings);
  await userEvent.click(await screen.findByRole('button', { name: 'Voir le relevé n°\u00a04' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }));
  expect(screen.getByRole('dialog')).toHaveFocus();
});

test('“Mes gains” shows an empty state without statements, and a failure with another try', async () => {
  open(() => ({ ...earnings, balances: [], statements: [] }));
  expect(await valueOf('Versé')).toHaveTextContent('0,00 €');
  expect(screen.getByText('Aucun versement pour le moment.')).toBeVisible();
  jest.restoreAllMocks();
  open(() => ({ error: 'Ce compte affilié est désactivé.', code: 'AFFILIATE_SUSPENDED' }), 403);
  expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeVisible();
});

test('“Mes gains” shows what waits and the latest payments where the panel opens, with the way to all of them', async () => {
  const [newest] = earnings.statements;
  if (!newest) throw new Error('no statement');
  const ofNumber = (batch_number: number) => ({ ...newest, id: String(batch_number), batch_number });
  const statements = [5, 4, 3].map(ofNumber);
  open(() => ({ ...earnings, statements }), 200, <LatestPayouts slug="studio-nord" href="?section=reversements" />);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent.replaceAll('\u00a0', ' '))).toEqual([
    'Commissions en coursRetenue de 30 joursEn attente3,00 € + 1,00 USD',
    'Prochain versementDû−1,50 €',
    'Relevé n° 5Versé le 2 mars 2026, référence VIR-4Versé1 234,56 €',
    'Relevé n° 4Versé le 2 mars 2026, référence VIR-4Versé1 234,56 €',
  ]);
  expect(screen.getByRole('link', { name: 'Tous les reversements' })).toHaveAttribute('href', '/?section=reversements');
  await userEvent.click(screen.getByRole('button', { name: 'Relevé CSV n°\u00a05' }));
  expect(requests.at(-1)).toMatch(/^\/api\/payouts\/statements\/5/);
});
