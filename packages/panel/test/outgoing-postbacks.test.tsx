import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { OutgoingPostbacks } from 'contracts/outgoing-postbacks';
import { OutgoingPostbacksPage } from 'panel/outgoing-postbacks';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { Link, MemoryRouter } from 'web-kit/router';
import { affiliateSession } from 'web-kit/session';
import { expectToast } from './toasts.ts';

const ID = '9b2c0d5a-7a52-4a5e-9b2c-0d5a2f6c1e22';
const delivery: OutgoingPostbacks['deliveries'][number] = {
  id: ID,
  event: 'first_payment',
  host: 'tracker.example',
  state: 'waiting',
  attempts: 2,
  last_status: 500,
  last_error: 'statut 500',
  attempt_log: [
    { number: 1, ended_at: '2026-03-02T20:00:01.000Z', host: 'tracker.example', status: null, error: 'délai dépassé' },
    { number: 2, ended_at: '2026-03-02T20:00:12.000Z', host: 'tracker.example', status: 500, error: 'statut 500' },
  ],
  created_at: '2026-03-02T20:00:00.000Z',
  next_attempt_at: '2026-03-02T20:05:00.000Z',
};
const endpoint: OutgoingPostbacks['endpoint'] = {
  url: 'https://tracker.example/p?c={click_id}',
  method: 'POST',
  events: ['registration', 'refund'],
  is_enabled: true,
  secret_hint: 'Ab1=',
};
let requests: { method: string; path: string; body: unknown }[];
/** Rejection of a save; null: it succeeds. */
let rejection: { error: string; code: string } | null;
const open = (data: OutgoingPostbacks, older: OutgoingPostbacks = data) => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, { method = 'GET', body } = {}) => {
    requests.push({ method, path: String(url), body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const response =
      method === 'GET'
        ? String(url).includes('before=')
          ? older
          : data
        : method === 'PUT'
          ? (rejection ?? { endpoint, secret: 'whsec_SECRET' })
          : { ...delivery, attempts: 0 };
    return new Response(JSON.stringify(response), { status: method === 'PUT' && rejection ? 400 : 200 });
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ToastProvider>
          <Link to="/studio?section=journal">Journal</Link>
          <OutgoingPostbacksPage
            session={affiliateSession('studio')}
            slug="studio"
            choice={(leave) => <button onClick={() => leave(onChoose)}>Rivage</button>}
          />
        </ToastProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
};
const onChoose = jest.fn();
beforeEach(() => {
  requests = [];
  rejection = null;
  onChoose.mockReset();
});

describe('the outgoing postbacks', () => {
  test('shows the address, its events and the log, and sends a test and a retry', async () => {
    open({ endpoint, deliveries: [delivery], next: null });
    expect(await screen.findByLabelText('URL de votre serveur')).toHaveValue(endpoint?.url);
    expect(screen.getByLabelText('Inscription')).toBeChecked();
    expect(screen.getByLabelText('Premier paiement')).not.toBeChecked();
    const row = within(screen.getByRole('row', { name: /Premier paiement/ }));
    expect(row.getByText('En attente')).toBeVisible();
    expect(row.getByText('statut 500')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Envoyer un test' }));
    await userEvent.click(row.getByRole('button', { name: /^Réessayer/ }));
    expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      '/api/affiliates/studio/outgoing/test',
      `/api/affiliates/studio/outgoing/${ID}/retry`,
    ]);
  });

  test.each([
    [delivery.attempt_log, /^Essais/],
    [[], 'Notifications'],
  ] as const)(
    'leaves the focus near a notification that was received after "Réessayer" (attempts: %j)',
    async (log, name) => {
      const page: OutgoingPostbacks = { endpoint, deliveries: [{ ...delivery, attempt_log: [...log] }], next: null };
      open(page);
      const retry = await screen.findByRole('button', { name: /^Réessayer/ });
      page.deliveries = [
        { ...delivery, attempt_log: [...log], state: 'delivered', last_error: null, next_attempt_at: null },
      ];
      await userEvent.click(retry);
      expect(await screen.findByText('Reçue')).toBeVisible();
      await waitFor(() => expect(screen.getByRole(log.length > 0 ? 'button' : 'heading', { name })).toHaveFocus());
    },
  );

  test('shows what became of each attempt, the newest first', async () => {
    const recovered = {
      number: 4,
      ended_at: '2026-03-02T20:05:00.000Z',
      host: 'other.example',
      status: 204,
      error: null,
    };
    open({
      endpoint,
      deliveries: [{ ...delivery, attempts: 4, attempt_log: [...delivery.attempt_log, recovered] }],
      next: null,
    });
    const opener = await screen.findByRole('button', { name: /^Essais\s: 4, Premier paiement, 2 mars 2026/ });
    await userEvent.click(opener);
    const dialog = within(screen.getByRole('dialog', { name: 'Essais' }));
    expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'N°\u00a04, 2 mars 2026 à 21h05',
      'N°\u00a02, 2 mars 2026 à 21h00',
      'N°\u00a01, 2 mars 2026 à 21h00',
    ]);
    expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'statut 204 (other.example)',
      'statut 500 (tracker.example)',
      'délai dépassé (tracker.example)',
    ]);
    expect(dialog.getByText('Les autres essais n’ont pas été conservés.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Fermer' }));
    expect(opener).toHaveFocus();
  });

  test('adds the next page of the log and focuses the first button of it', async () => {
    const delivered = { ...delivery, state: 'delivered', last_error: null, next_attempt_at: null } as const;
    open(
      { endpoint, deliveries: [delivered], next: ID },
      {
        endpoint,
        deliveries: [{ ...delivered, id: '9b2c0d5a-7a52-4a5e-9b2c-0d5a2f6c1e33', event: 'renewal' }],
        next: null,
      },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Voir plus' }));
    const added = await screen.findByRole('row', { name: /Renouvellement/ });
    expect(within(added).getByRole('button', { name: /^Essais/ })).toHaveFocus();
    expect(screen.getByRole('row', { name: /Premier paiement/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Voir plus' })).toBeNull();
    expect(requests.at(-1)?.path).toBe(`/api/affiliates/studio/outgoing?before=${ID}`);
  });

  test('saves a first address and shows its secret; an unknown macro is not sent', async () => {
    open({ endpoint: null, deliveries: [], next: null });
    const url = await screen.findByLabelText('URL de votre serveur');
    expect(screen.queryByRole('button', { name: 'Envoyer un test' })).toBeNull();
    await userEvent.type(url, 'https://tracker.example/p?c={{clic}');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText(/Macro inconnue.*\{clic\}/)).toBeVisible();
    await userEvent.clear(url);
    await userEvent.type(url, 'https://tracker.example/p?c={{click_id}');
    await userEvent.click(screen.getByLabelText('Renouvellement'));
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText('whsec_SECRET')).toBeVisible();
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      url: 'https://tracker.example/p?c={click_id}',
      events: ['registration', 'first_payment', 'refund'],
      is_enabled: true,
    });
  });

  test('marks an address that the server rejects, with its sentence and the focus', async () => {
    const error = 'Cette adresse doit être publique, en https et sur le port 443.';
    rejection = { error, code: 'OUTGOING_HOST_REFUSED' };
    open({ endpoint, deliveries: [], next: null });
    const url = await screen.findByLabelText('URL de votre serveur');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(url).toBeInvalid());
    expect(url).toHaveAccessibleDescription(error);
    expect(url).toHaveFocus();
    await expectToast('Erreur', error);
    // Rejected in the browser: the message of the former save disappears.
    await userEvent.type(url, '&c={{clic}');
    await userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText(/Macro inconnue/)).toBeVisible();
    await waitFor(() => expect(screen.queryByText(error)).toBeNull());
  });

  test('confirms an exit with unsaved input, by a link or by the choice of another affiliate', async () => {
    open({ endpoint, deliveries: [], next: null });
    const url = await screen.findByLabelText('URL de votre serveur');
    await userEvent.click(screen.getByRole('button', { name: 'Rivage' }));
    expect(onChoose).toHaveBeenCalledTimes(1);
    await userEvent.type(url, '&e={{event}');
    await userEvent.click(screen.getByRole('link', { name: 'Journal' }));
    await userEvent.click(screen.getByRole('button', { name: 'Continuer la saisie' }));
    expect(url).toHaveValue('https://tracker.example/p?c={click_id}&e={event}');
    await userEvent.click(screen.getByRole('button', { name: 'Rivage' }));
    expect(onChoose).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Quitter' }));
    expect(onChoose).toHaveBeenCalledTimes(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
