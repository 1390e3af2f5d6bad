import { expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, open, requests } from './payments-page.tsx';

test('“Paiements” compares a report of the partner and shows what differs as text', async () => {
  backend.settlement = {
    compared: 100_000,
    totals: { missing: 501, surplus: 1, different: 1, unreadable: 1 },
    missing: [
      { line: 2, transaction_id: '<b>tx_9</b>', event: 'first', amount_cents: 200, currency: 'EUR', verdict: null },
    ],
    surplus: [{ transaction_id: 'tx_8', event: 'renewal', amount_cents: 500, currency: 'EUR' }],
    different: [
      {
        line: 4,
        transaction_id: 'tx_7',
        differs: ['amount'],
        reported: { event: null, amount_cents: 200, currency: 'EUR' },
        recorded: { event: 'first', amount_cents: 180, currency: 'EUR' },
      },
    ],
    unreadable: [{ line: 5, reason: 'formule de tableur' }],
  };
  open();
  await screen.findByRole('button', { name: 'Détail de tx_A031' });
  await userEvent.click(screen.getByRole('button', { name: 'Comparer un relevé CSV' }));
  const dialog = screen.getByRole('dialog', { name: 'Comparer un relevé CSV' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Comparer' }));
  expect(await within(dialog).findByText('Aucun fichier sélectionné')).toBeTruthy();
  const csv = 'transaction_id,amount\ntx_9,2.00\n';
  const file = Object.assign(new File([csv], 'releve.csv', { type: 'text/csv' }), { text: async () => csv });
  await userEvent.upload(within(dialog).getByLabelText('Fichier CSV'), file);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Comparer' }));
  const table = await within(dialog).findByRole('table');
  expect(dialog.textContent).toContain('100\u00a0000\u00a0lignes comparées, 504\u00a0écarts.');
  expect(dialog.textContent).toContain(
    '501\u00a0manquants, 1\u00a0en trop, 1\u00a0différent, 1\u00a0ligne illisible. Les 500 premiers de chaque sorte',
  );
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['Écart', 'Transaction', 'Relevé', 'Registre'],
    ['Manquant', '<b>tx_9</b>', 'Premier paiement, 2,00\u00a0€', 'jamais reçu'],
    ['En trop', 'tx_8', 'absent du relevé', 'Renouvellement, 5,00\u00a0€'],
    ['Différent\u00a0: montant', 'tx_7', '2,00\u00a0€', 'Premier paiement, 1,80\u00a0€'],
    ['Illisible', 'ligne 5', 'formule de tableur', '–'],
  ]);
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    url: { pathname: '/api/postbacks/report' },
    body: { partner: 'sandbox', csv },
  });
});

test('a report is rejected at the field that is wrong, and its result goes with a change of a field', async () => {
  backend.settlement = {
    compared: 1,
    totals: { missing: 0, surplus: 0, different: 0, unreadable: 0 },
    missing: [],
    surplus: [],
    different: [],
    unreadable: [],
  };
  open();
  await screen.findByRole('button', { name: 'Détail de tx_A031' });
  await userEvent.click(screen.getByRole('button', { name: 'Comparer un relevé CSV' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Comparer un relevé CSV' }));
  const [partner, day, input] = ['Partenaire', 'Jour du relevé', 'Fichier CSV'].map((label) =>
    dialog.getByLabelText<HTMLInputElement>(label),
  ) as [HTMLInputElement, HTMLInputElement, HTMLInputElement];
  const compare = () => userEvent.click(dialog.getByRole('button', { name: 'Comparer' }));
  const fileOf = (text: () => Promise<string>) => Object.assign(new File(['x'], 'releve.csv'), { text });
  const csv = 'transaction_id,amount\ntx_9,2.00\n';
  const upload = (text: string) =>
    userEvent.upload(
      input,
      fileOf(() => Promise.resolve(text)),
    );

  await userEvent.upload(
    input,
    fileOf(() => Promise.reject(new DOMException('changed', 'NotReadableError'))),
  );
  await compare();
  await waitFor(() => expect(input).toHaveAccessibleDescription(/Sélectionnez-le de nouveau/));
  expect(input.files).toHaveLength(0);

  await upload('');
  await compare();
  await waitFor(() => expect(input).toHaveAccessibleDescription('Ce fichier est vide.'));
  await upload(csv);
  const yesterday = day.value;
  fireEvent.change(day, { target: { value: '' } });
  await compare();
  await waitFor(() => expect(day).toHaveAccessibleDescription('Date invalide'));
  expect(day).toHaveFocus();
  fireEvent.change(day, { target: { value: yesterday } });
  expect(day).not.toHaveAccessibleDescription('Date invalide');

  await userEvent.clear(partner);
  await compare();
  await waitFor(() => expect(partner).toHaveAccessibleDescription('Partenaire inconnu'));
  expect(partner).toHaveFocus();
  await userEvent.type(partner, 'sandbox');
  await compare();
  expect(await dialog.findByText(/ligne comparée/)).toBeVisible();
  fireEvent.change(day, { target: { value: '2026-03-02' } });
  expect(dialog.queryByText(/ligne comparée/)).toBeNull();

  let finishReading = (_text: string) => undefined as void;
  await userEvent.upload(
    input,
    fileOf(() => new Promise((resolve) => (finishReading = resolve))),
  );
  await compare();
  fireEvent.change(day, { target: { value: '' } });
  finishReading(csv);
  await waitFor(() => expect(dialog.getByRole('button', { name: 'Comparer' })).toBeEnabled());
  expect(day).not.toHaveAccessibleDescription('Date invalide');
  expect(dialog.queryByText(/ligne comparée/)).toBeNull();
}, 20_000);
