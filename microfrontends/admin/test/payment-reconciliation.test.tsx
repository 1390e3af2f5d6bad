import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PostbackCandidate } from 'contracts/operations/postbacks';
import { makePageInert } from 'panel/testing/inert-page';
import { expectToast } from 'panel/testing/toasts';
import { backend, isUnmatched, open, requests, stored, summary, waiting } from './payments-page.tsx';

describe('the reconciliation drawer', () => {
  test('reconciles an unmatched call by the subscriber’s address', async () => {
    backend.pages = () => ({ postbacks: [waiting], summary });
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

  test('reconciles in a drawer: the candidates before the received call, and "Plus tard"', async () => {
    backend.pages = () => ({ postbacks: [waiting], summary });
    backend.candidates = [
      {
        id: crypto.randomUUID(),
        name: 'Marc Olivier',
        email: 'marc@exemple.fr',
        state: 'pending',
        reason: 'email',
        at: null,
      },
    ];
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
    const dialog = screen.getByRole('dialog', { name: 'Rapprocher' });
    expect(within(dialog).getByText('Premier paiement de 2,00 €, reçu le 2 mars 2026 à 21h05')).toBeVisible();
    const candidates = await within(dialog).findByRole('group', { name: 'Abonnés possibles' });
    const call = within(dialog).getByRole('region', { name: 'Appel reçu' });
    expect(candidates.compareDocumentPosition(call)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Plus tard' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('states what a call that names a transaction waited for, and whose that transaction is', async () => {
    const renewal = stored({
      ...waiting,
      event: 'renewal',
      amount_cents: 500,
      original_transaction_id: 'tx_7001',
      call: null,
    });
    backend.pages = () => ({ postbacks: [renewal], summary });
    backend.candidates = [
      {
        id: crypto.randomUUID(),
        name: 'Léa Martin',
        email: 'lea@exemple.fr',
        state: 'grace',
        reason: 'transaction',
        at: '2026-02-02T12:00:00.000Z',
      },
    ];
    open();
    expect(await screen.findByText(/^sans adresse, référence absente, transaction tx_9F2C, /)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
    expect(within(screen.getByRole('dialog')).getByRole('alert')).toHaveTextContent(
      /^La transaction d’origine n’était pas arrivée\.$/,
    );
    expect(await screen.findByText(/Transaction d’origine du 2 février 2026/)).toBeVisible();
  });

  test('leaves the focus in the page when the reconciled call was removed from those that wait', async () => {
    makePageInert();
    backend.pages = () => ({ postbacks: [waiting], summary });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
    await userEvent.type(await screen.findByLabelText('E-mail de l’abonné'), 'marc@exemple.fr');
    backend.pages = () => ({ postbacks: [], summary: { ...summary, unmatched: 0 } });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Rapprocher tx_9F2C' })).toBeNull());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Paiements' })).toHaveFocus());
  });

  test('offers candidates with their reason, none of them chosen in advance, and reconciles with the chosen one', async () => {
    backend.pages = () => ({ postbacks: [waiting], summary });
    const candidate = (name: string, over: Partial<PostbackCandidate>): PostbackCandidate => ({
      id: crypto.randomUUID(),
      name,
      email: 'abonne@exemple.fr',
      state: 'pending',
      reason: 'email',
      at: null,
      ...over,
    });
    const candidates = [
      candidate('Marc Olivier', {}),
      candidate('Maud Perrin', { reason: 'payment-page', at: '2026-03-02T20:01:00.000Z' }),
      candidate('Zoé Petit', { reason: 'registration', at: '2026-03-02T19:23:00.000Z' }),
      candidate('Ana Roux', { reason: 'payment-page', at: waiting.received_at }),
    ];
    backend.candidates = candidates;
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
    const choice = await screen.findByRole('group', { name: 'Abonnés possibles' });
    const radios = within(choice).getAllByRole<HTMLInputElement>('radio');
    expect(radios.map(({ checked }) => checked)).toEqual([false, false, false, false, false]);
    expect(radios.map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'Marc Olivierabonne@exemple.frMême adresse que dans l’appel',
      'Maud Perrinabonne@exemple.frPage de paiement ouverte 4\u00a0minutes avant l’appel',
      'Zoé Petitabonne@exemple.frInscription 42\u00a0minutes avant l’appel',
      'Ana Rouxabonne@exemple.frPage de paiement ouverte juste avant l’appel',
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
    backend.pages = () => ({ postbacks: [waiting], summary });
    backend.settlement = { ok: true, verdict: 'unmatched' };
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Rejouer' }));
    expect(await screen.findByText(/Toujours sans correspondance/)).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  test('states that nothing was left to refund', async () => {
    const refund = { ...waiting, event: 'refund' as const };
    backend.pages = () => ({ postbacks: [refund], summary });
    backend.settlement = { ok: true, verdict: 'ignored' };
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Rejouer' }));
    await expectToast('Rien à rembourser\u00a0: l’appel est ignoré', 'Remboursement de 2,00\u00a0€');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('reads the lists again where another tab has matched the postback, and states it', async () => {
    backend.pages = () => ({ postbacks: [waiting], summary });
    backend.settlement = null;
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Rapprocher tx_9F2C' }));
    backend.pages = () => ({ postbacks: [], summary: { ...summary, unmatched: 0 } });
    await userEvent.click(await screen.findByRole('button', { name: 'Rejouer' }));
    await expectToast('Cet appel a déjà été rapproché entre-temps', 'Premier paiement de 2,00\u00a0€');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Rapprocher tx_9F2C' })).toBeNull());
  });

  test('states that the calls which wait could not be read, and reads them again', async () => {
    let isDown = true;
    backend.pages = (url) => {
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
});
