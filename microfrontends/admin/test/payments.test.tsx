import { beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PostbackCandidate, PostbackList, StoredPostback } from 'contracts/operations/billing';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter } from 'web-kit/router';
import { makePageInert } from '../../../packages/panel/test/inert-page.ts';
import { expectToast } from '../../../packages/panel/test/toasts.ts';
import { mockMedia } from '../../../packages/ui/test/browser-parts.ts';
import { Payments } from '../src/features/payments/index.ts';

const stored = (over: Partial<StoredPostback> = {}): StoredPostback => ({
  id: crypto.randomUUID(),
  partner: 'sandbox',
  transaction_id: 'tx_A031',
  original_transaction_id: '',
  event: 'first',
  has_reference: true,
  amount_cents: 200,
  currency: 'EUR',
  verdict: 'recorded',
  discrepancies: [],
  matched_by: 'checkout',
  received_at: '2026-03-02T20:05:00.000Z',
  subscriber: { name: 'Zoé Petit', email: 'zoe.petit@exemple.fr' },
  model_slug: 'nina',
  affiliate_slug: null,
  call: {
    method: 'GET',
    path: '/api/postbacks/sandbox',
    parameters: [
      { name: 'key', value: '•••' },
      { name: 'email', value: 'z•••@exemple.fr' },
    ],
  },
  ...over,
});
const waiting = stored({
  transaction_id: 'tx_9F2C',
  verdict: 'unmatched',
  matched_by: '',
  has_reference: false,
  subscriber: null,
  model_slug: '',
});

let requests: { method: string; url: URL; body: unknown }[];
let status: number;
let pages: (url: URL) => Partial<PostbackList>;
/** null: it was settled elsewhere. */
let settlement: unknown;
let candidates: PostbackCandidate[];
beforeEach(() => {
  requests = [];
  status = 200;
  settlement = { ok: true, verdict: 'recorded' };
  candidates = [];
  pages = () => ({ postbacks: [stored()] });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    const url = new URL(String(address), 'http://localhost');
    const method = init?.method ?? 'GET';
    requests.push({ method, url, body: init?.body === undefined ? undefined : JSON.parse(String(init.body)) });
    const summary = { received_30_days: 1284, last_received_at: null, unmatched: 0 };
    const listed = url.pathname.endsWith('/candidates')
      ? candidates
      : { postbacks: [], next: null, summary, ...pages(url) };
    const body = method === 'GET' ? listed : settlement;
    const isOver = method !== 'GET' && settlement === null;
    return new Response(
      JSON.stringify(
        isOver
          ? { error: 'Cette notification n’existe pas.', code: 'POSTBACK_NOT_FOUND', requestId: '1' }
          : status === 200
            ? body
            : { error: 'Non', code: 'INTERNAL', requestId: '1' },
      ),
      { status: isOver ? 404 : status },
    );
  });
});
const open = (address = '/') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ToastProvider>
        <QueryClientProvider client={createQueryClient()}>
          <Payments />
        </QueryClientProvider>
      </ToastProvider>
    </MemoryRouter>,
  );
const isUnmatched = (url: URL) => url.searchParams.get('show') === 'unmatched';
const summary = { received_30_days: 3, last_received_at: null, unmatched: 1 };

test('shows the calls with verdict, amount and source', async () => {
  pages = (url) =>
    isUnmatched(url)
      ? {}
      : {
          postbacks: [
            stored(),
            stored({ transaction_id: 'tx_1', verdict: 'declined', event: 'decline' }),
            stored({ transaction_id: 'tx_2', verdict: 'duplicate', received_at: '2024-12-31T23:30:00.000Z' }),
            stored({ transaction_id: 'tx_3', discrepancies: ['amount'], amount_cents: 180 }),
            stored({ transaction_id: 'tx_4', event: 'refund', amount_cents: -200, affiliate_slug: 'studio' }),
          ],
        };
  open();
  const rows = (await screen.findAllByRole('row')).slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[4]?.textContent)).toEqual([
    'Accepté',
    'Refusé par la banque',
    'Doublon, ignoré',
    'Montant différent',
    'Accepté',
  ]);
  const dateOf = (row: HTMLElement | undefined) => row?.querySelector('time')?.textContent;
  expect(dateOf(rows[0])).toMatch(/^2 mars( 2026)?, 21h05$/);
  expect(dateOf(rows[2])).toBe('1 janv. 2025, 0h30');
  expect(rows[4]?.textContent).toContain('−2,00\u00a0€');
  expect(within(rows[4] as HTMLElement).getByText('nina, studio')).toBeTruthy();
  expect(document.body.textContent).toContain('1\u00a0284\u00a0appels du partenaire en 30\u00a0jours');
  expect(screen.queryByText('Sans correspondance')).toBeNull();
});

test('names an erased account, and a call without a known account', async () => {
  pages = () => ({
    postbacks: [stored({ subscriber: null }), stored({ subscriber: null, verdict: 'declined', event: 'decline' })],
  });
  open();
  expect(await screen.findByText('Compte effacé')).toBeVisible();
  expect(screen.getByText('Inconnu')).toBeVisible();
});

test('shows why a payment deserves a look', async () => {
  const flags: StoredPostback['flags'] = [
    { reason: 'instant-payment', measured: 2, threshold: 5 },
    { reason: 'velocity', measured: 51, threshold: 50 },
  ];
  pages = (url) =>
    isUnmatched(url)
      ? {}
      : { postbacks: [stored({ flags }), stored({ transaction_id: 'tx_2', flags, discrepancies: ['amount'] })] };
  open();
  const reason =
    'Payé 2\u00a0s après l’ouverture de la page de paiement (moins de 5\u00a0s), plus de 50 inscriptions en une heure par ce clic de l’affilié';
  const rows = (await screen.findAllByRole('row')).slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[4]?.textContent)).toEqual([
    `À vérifier${reason}`,
    `Montant différent${reason}`,
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Détail de tx_A031' }));
  expect(screen.getByRole('dialog').textContent).toContain(
    `À vérifier. ${reason}. L’accès et les commissions ne changent pas. Abonné reconnu`,
  );
});

test('takes a flagged payment off those to be looked at, and puts it back with "Annuler"', async () => {
  const flags: StoredPostback['flags'] = [{ reason: 'known-bot', measured: null, threshold: null }];
  const flagged = stored({ flags, reviewed_at: null });
  let reviewedAt: string | null = null;
  pages = (url) => (isUnmatched(url) ? {} : { postbacks: [{ ...flagged, reviewed_at: reviewedAt }] });
  open();
  const verdict = async () => within(await screen.findByRole('table')).getAllByRole('row')[1]?.textContent;
  const openDetail = async () => userEvent.click(await screen.findByRole('button', { name: 'Détail de tx_A031' }));
  expect(await verdict()).toContain('À vérifier');
  await openDetail();
  status = 503;
  await userEvent.click(screen.getByRole('button', { name: 'Marquer comme vérifié' }));
  expect(await within(screen.getByRole('dialog')).findByText('Non')).toBeVisible();
  status = 200;
  reviewedAt = '2026-03-03T09:10:00.000Z';
  await userEvent.click(screen.getByRole('button', { name: 'Marquer comme vérifié' }));
  await expectToast('Appel vérifié', 'Premier paiement de 2,00\u00a0€');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(async () =>
    expect(await verdict()).toContain('VérifiéLa page de paiement a été ouverte par un robot connu'),
  );
  expect(requests.at(-1)?.url.pathname).toBe('/api/postbacks');
  reviewedAt = null;
  await userEvent.click(screen.getByRole('button', { name: 'Annuler' }));
  await waitFor(async () => expect(await verdict()).toContain('À vérifier'));
  const changes = requests.filter(({ method }) => method === 'PUT');
  expect(changes.map(({ url, body }) => [url.pathname, body])).toEqual(
    [true, true, false].map((reviewed) => [`/api/postbacks/${flagged.id}/review`, { reviewed }]),
  );
});

test('offers a review of what is flagged, ignored or different, and of nothing else', async () => {
  const rows = [
    stored({ transaction_id: 'tx_1' }),
    stored({ transaction_id: 'tx_2', verdict: 'ignored', event: 'refund' }),
    stored({ transaction_id: 'tx_3', discrepancies: ['amount'], reviewed_at: '2026-03-03T09:10:00.000Z' }),
  ];
  pages = (url) => (isUnmatched(url) ? {} : { postbacks: rows });
  open();
  const offered = [];
  const details = [];
  for (const { transaction_id } of rows) {
    await userEvent.click(await screen.findByRole('button', { name: `Détail de ${transaction_id}` }));
    offered.push(screen.queryByRole('button', { name: /vérifi/i })?.textContent);
    details.push(screen.getByRole('dialog').textContent);
    await userEvent.keyboard('{Escape}');
  }
  expect(offered).toEqual([undefined, 'Marquer comme vérifié', 'À vérifier de nouveau']);
  expect(details[2]).toContain(
    'Montant différent, vérifié. Vérifié le 3 mars 2026 à 10h10. Enregistré, mais différent',
  );
});

test('shows one call with its reason and its masked parameters', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Détail de tx_A031' }));
  const dialog = screen.getByRole('dialog', { name: 'Premier paiement de 2,00\u00a0€' });
  expect(within(dialog).getByText(/Abonné reconnu par la référence du paiement/)).toBeTruthy();
  expect(within(dialog).getByRole('region', { name: 'Appel reçu' }).textContent).toBe(
    'GET /api/postbacks/sandbox\nkey=•••\nemail=z•••@exemple.fr',
  );
  expect(within(dialog).queryByRole('button', { name: 'Rejouer' })).toBeNull();
});

test('reconciles an unmatched call by the subscriber’s address', async () => {
  pages = () => ({ postbacks: [waiting], summary });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByRole('alert').textContent).toContain('Aucun abonné n’a cette adresse.');
  await userEvent.type(await within(dialog).findByLabelText('E-mail de l’abonné'), ' marc@exemple.fr ');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Rapprocher' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await expectToast('Appel rapproché', 'Premier paiement de 2,00\u00a0€');
  expect(requests.find(({ method }) => method === 'POST')).toMatchObject({
    url: { pathname: `/api/postbacks/${waiting.id}/reconcile` },
    body: { email: 'marc@exemple.fr' },
  });
});

test('leaves the focus in the page when the reconciled call was removed from those that wait', async () => {
  makePageInert();
  pages = () => ({ postbacks: [waiting], summary });
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
  await userEvent.type(await screen.findByLabelText('E-mail de l’abonné'), 'marc@exemple.fr');
  pages = () => ({ postbacks: [], summary: { ...summary, unmatched: 0 } });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rapprocher tx_9F2C' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Paiements' })).toHaveFocus());
});

test('offers candidates with their reason, none of them chosen in advance, and reconciles with the chosen one', async () => {
  pages = () => ({ postbacks: [waiting], summary });
  const candidate = (name: string, over: Partial<PostbackCandidate>): PostbackCandidate => ({
    id: crypto.randomUUID(),
    name,
    email: 'abonne@exemple.fr',
    state: 'pending',
    reason: 'email',
    at: null,
    ...over,
  });
  candidates = [
    candidate('Marc Olivier', {}),
    candidate('Maud Perrin', { reason: 'payment-page', at: '2026-03-02T20:01:00.000Z' }),
    candidate('Zoé Petit', { reason: 'registration', at: '2026-03-02T19:23:00.000Z' }),
  ];
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
  const choice = await screen.findByRole('group', { name: 'Abonnés possibles' });
  const radios = within(choice).getAllByRole<HTMLInputElement>('radio');
  expect(radios.map(({ checked }) => checked)).toEqual([false, false, false, false]);
  expect(radios.map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'Marc Olivierabonne@exemple.frMême adresse que dans l’appel',
    'Maud Perrinabonne@exemple.frPage de paiement ouverte 4\u00a0minutes avant l’appel',
    'Zoé Petitabonne@exemple.frInscription 42\u00a0minutes avant l’appel',
    'Quelqu’un d’autrePar son adresse e-mail',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Rapprocher' }));
  expect(await screen.findByText('Choisissez un abonné, ou quelqu’un d’autre.')).toBeTruthy();
  await userEvent.click(within(choice).getByRole('radio', { name: /^Quelqu’un d’autre/ }));
  expect(screen.getByLabelText('E-mail de l’abonné')).toBeTruthy();
  await userEvent.click(within(choice).getByRole('radio', { name: /^Maud Perrin/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Rapprocher avec Maud Perrin' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ subscriber_id: candidates[1]?.id });
});

test('replays an unmatched call, and states where it still waits', async () => {
  pages = () => ({ postbacks: [waiting], summary });
  settlement = { ok: true, verdict: 'unmatched' };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Rejouer' }));
  expect(await screen.findByText(/Toujours sans correspondance/)).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('states that nothing was left to refund', async () => {
  const refund = { ...waiting, event: 'refund' as const };
  pages = () => ({ postbacks: [refund], summary });
  settlement = { ok: true, verdict: 'ignored' };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Rejouer' }));
  await expectToast('Rien à rembourser\u00a0: l’appel est ignoré', 'Remboursement de 2,00\u00a0€');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('reads the lists again where another tab has settled the call, and states it', async () => {
  pages = () => ({ postbacks: [waiting], summary });
  settlement = null;
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
  pages = () => ({ postbacks: [], summary: { ...summary, unmatched: 0 } });
  await userEvent.click(await screen.findByRole('button', { name: 'Rejouer' }));
  await expectToast('Cet appel a déjà été rapproché entre-temps', 'Premier paiement de 2,00\u00a0€');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Rapprocher tx_9F2C' })).toBeNull());
});

test('leaves the focus in the field that is searched', async () => {
  open();
  const field = await screen.findByLabelText('E-mail, nom ou transaction');
  await userEvent.type(field, ' tx_1 {Enter}');
  await waitFor(() => expect(requests.at(-1)?.url.searchParams.get('search')).toBe('tx_1'));
  expect(field).toHaveFocus();
  expect(field).toHaveValue('tx_1');
});

test('searches and filters by the address', async () => {
  open('/?verdict=declined&appels=zoe&jours=7');
  await waitFor(() => expect(requests).toHaveLength(2));
  const [, list] = [...requests].sort((a) => (isUnmatched(a.url) ? -1 : 1));
  expect(Object.fromEntries(list?.url.searchParams ?? [])).toEqual({ show: 'declined', search: 'zoe', days: '7' });
  await userEvent.click(await screen.findByRole('button', { name: 'Doublons' }));
  await waitFor(() => expect(requests.at(-1)?.url.searchParams.get('show')).toBe('duplicate'));
  const field = screen.getByLabelText('E-mail, nom ou transaction');
  await userEvent.clear(field);
  await userEvent.type(field, 'tx_1{Enter}');
  await waitFor(() => expect(requests.at(-1)?.url.searchParams.get('search')).toBe('tx_1'));
});

test('shows the next page and moves the focus to its first row', async () => {
  pages = (url) => {
    if (isUnmatched(url)) return {};
    return url.searchParams.has('before')
      ? { postbacks: [stored({ transaction_id: 'tx_second' })] }
      : { postbacks: [stored()], next: 'further' };
  };
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Voir plus' }));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Détail de tx_second'));
  expect(screen.queryByRole('button', { name: 'Voir plus' })).toBeNull();
});

test('has an empty state, one for filters, and one for a failure', async () => {
  pages = () => ({});
  const { unmount } = open();
  expect(await screen.findByText('Le partenaire n’a encore envoyé aucun appel.')).toBeTruthy();
  unmount();
  open('/?appels=rien');
  await screen.findByText('Aucun appel ne correspond à votre recherche.');
  await userEvent.click(screen.getByRole('button', { name: 'Tout afficher' }));
  expect(await screen.findByText('Le partenaire n’a encore envoyé aucun appel.')).toBeTruthy();
});

test('offers another attempt after a failure', async () => {
  status = 500;
  open();
  expect(await screen.findByRole('button', { name: 'Réessayer' }, { timeout: 20_000 })).toBeTruthy();
});

test('compares a report of the partner and shows what differs as text', async () => {
  settlement = {
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
  settlement = {
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

test('holds the filters of a phone in a sheet, whose button counts them', async () => {
  // As on a phone: jsdom has no width.
  mockMedia(() => true);
  open('/?jours=7');
  await screen.findByRole('button', { name: 'Détail de tx_A031' });
  expect(screen.getByLabelText('E-mail, nom ou transaction')).toBeTruthy();
  expect(screen.queryByLabelText('Période')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Filtres (1)' }));
  const sheet = within(screen.getByRole('dialog', { name: 'Filtres' }));
  await userEvent.selectOptions(sheet.getByLabelText('Période'), '30 derniers jours');
  await userEvent.click(sheet.getByRole('button', { name: 'Refus' }));
  await waitFor(() =>
    expect(Object.fromEntries(requests.at(-1)?.url.searchParams ?? [])).toMatchObject({ show: 'declined', days: '30' }),
  );
  await userEvent.click(sheet.getByRole('button', { name: 'Afficher' }));
  expect(screen.getByRole('button', { name: 'Filtres (2)' })).toBe(document.activeElement);
});

test('states that the calls which wait could not be read, and reads them again', async () => {
  let isDown = true;
  pages = (url) => {
    if (isUnmatched(url) && isDown) throw new TypeError('Failed to fetch');
    return { postbacks: isUnmatched(url) ? [waiting] : [stored()], summary };
  };
  open();
  await screen.findByRole('button', { name: 'Détail de tx_A031' });
  const section = within(await screen.findByRole('region', { name: 'Sans correspondance' }));
  isDown = false;
  await userEvent.click(section.getByRole('button', { name: 'Réessayer' }));
  expect(await section.findByRole('button', { name: 'Rapprocher tx_9F2C' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Paiements' })).toHaveFocus();
});
