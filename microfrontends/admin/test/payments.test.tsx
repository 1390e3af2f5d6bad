import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { StoredPostback } from 'contracts/operations/postbacks';
import { expectToast } from 'panel/testing/toasts';
import { mockMedia } from 'ui/testing/browser-parts';
import { backend, isUnmatched, open, requests, stored } from './payments-page.tsx';

describe('the section "Paiements"', () => {
  test('shows the calls with verdict, amount and source', async () => {
    backend.pages = (url) =>
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
    expect(within(rows[4] as HTMLElement).getByText('Nina, Studio Nord')).toBeTruthy();
    expect(document.body.textContent).toContain('1\u00a0284\u00a0appels du partenaire en 30\u00a0jours');
    expect(screen.queryByText('Sans correspondance')).toBeNull();
  });

  test('names an erased account, and a call without a known account', async () => {
    backend.pages = () => ({
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
    backend.pages = (url) =>
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
    backend.pages = (url) => (isUnmatched(url) ? {} : { postbacks: [{ ...flagged, reviewed_at: reviewedAt }] });
    open();
    const verdict = async () => within(await screen.findByRole('table')).getAllByRole('row')[1]?.textContent;
    const openDetail = async () => userEvent.click(await screen.findByRole('button', { name: 'Détail de tx_A031' }));
    expect(await verdict()).toContain('À vérifier');
    await openDetail();
    backend.status = 503;
    await userEvent.click(screen.getByRole('button', { name: 'Marquer comme vérifié' }));
    expect(await within(screen.getByRole('dialog')).findByText('Non')).toBeVisible();
    backend.status = 200;
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
    backend.pages = (url) => (isUnmatched(url) ? {} : { postbacks: rows });
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

  test('shows a call that cannot be read with the fields to correct, to be reviewed', async () => {
    const rejected = stored({ verdict: 'rejected', event: null, amount_cents: null, currency: '', subscriber: null });
    backend.pages = (url) =>
      isUnmatched(url)
        ? {}
        : {
            postbacks: [
              { ...rejected, unreadable_fields: ['amount', 'occurred_at'] },
              { ...rejected, id: crypto.randomUUID(), transaction_id: '', unreadable_fields: [] },
            ],
          };
    open();
    expect(await screen.findAllByText('Rejeté')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Détail de tx_A031' }));
    const dialog = screen.getByRole('dialog', { name: 'Appel illisible' });
    expect(dialog.textContent).toContain('Rejeté. À corriger\u00a0: amount, occurred_at. Rien n’est enregistré');
    expect(within(dialog).getByRole('button', { name: 'Marquer comme vérifié' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Détail de l’appel illisible' }));
    expect(screen.getByRole('dialog')).toHaveTextContent('Le contenu de l’appel est illisible.');
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

  test('lists the calls of 30 days by default, else of the chosen period', async () => {
    const lastList = () => requests.findLast(({ url }) => !isUnmatched(url))?.url.searchParams;
    backend.pages = (url) => ({
      postbacks: url.searchParams.has('days') ? [] : [stored()],
      summary: { received_30_days: 0, last_received_at: '2026-01-02T20:05:00.000Z', unmatched: 0 },
    });
    open();
    expect(await screen.findByText('Aucun appel sur cette période.')).toBeVisible();
    expect(screen.getByLabelText('Période')).toHaveDisplayValue('30 derniers jours');
    expect(lastList()?.get('days')).toBe('30');
    await userEvent.click(screen.getByRole('button', { name: 'Tout afficher' }));
    expect(await screen.findByRole('button', { name: 'Détail de tx_A031' })).toBeVisible();
    expect(screen.getByLabelText('Période')).toHaveDisplayValue('Tout');
    await userEvent.selectOptions(screen.getByLabelText('Période'), '7 derniers jours');
    await waitFor(() => expect(lastList()?.get('days')).toBe('7'));
  });

  test('lists the calls of the subscribers of one model', async () => {
    open('/?modele=nina');
    await screen.findByRole('button', { name: 'Détail de tx_A031' });
    const ofList = () => requests.findLast(({ url }) => !isUnmatched(url))?.url.searchParams.get('model');
    expect(ofList()).toBe('nina');
    expect(screen.getByLabelText('Modèle')).toHaveDisplayValue('Nina');
    await userEvent.selectOptions(screen.getByLabelText('Modèle'), 'Tous');
    await waitFor(() => expect(ofList()).toBeNull());
  });

  test('searches the calls of all days by default', async () => {
    open('/?appels=tx_A031');
    await screen.findByRole('button', { name: 'Détail de tx_A031' });
    expect(screen.getByLabelText('Période')).toHaveDisplayValue('Tout');
    expect(requests.find(({ url }) => !isUnmatched(url))?.url.searchParams.has('days')).toBe(false);
  });

  test('shows the next page and moves the focus to its first row', async () => {
    backend.pages = (url) => {
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
    backend.pages = () => ({});
    const { unmount } = open();
    expect(await screen.findByText('Le partenaire n’a encore envoyé aucun appel.')).toBeTruthy();
    unmount();
    open('/?appels=rien');
    await screen.findByText('Aucun appel ne correspond à votre recherche.');
    await userEvent.click(screen.getByRole('button', { name: 'Tout afficher' }));
    expect(await screen.findByText('Le partenaire n’a encore envoyé aucun appel.')).toBeTruthy();
  });

  test('offers another attempt after a failure', async () => {
    backend.status = 500;
    open();
    expect(await screen.findByRole('button', { name: 'Réessayer' }, { timeout: 20_000 })).toBeTruthy();
  });

  test('holds the filters of a phone in a sheet, whose button counts them', async () => {
    // Matches every media query, as on a phone: jsdom has no layout.
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
      expect(Object.fromEntries(requests.at(-1)?.url.searchParams ?? [])).toMatchObject({
        show: 'declined',
        days: '30',
      }),
    );
    await userEvent.click(sheet.getByRole('button', { name: 'Afficher' }));
    expect(screen.getByRole('button', { name: 'Filtres (2)' })).toBe(document.activeElement);
  });
});
