import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays, parisDay } from 'contracts/days';
import { ZERO_FIGURES } from 'contracts/overview';
import type { Overview } from 'contracts/overview';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter, useLocation } from 'web-kit/router';
import { expectToast } from 'panel/testing/toasts';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { DashboardPage } from '../src/pages/dashboard.tsx';
import { ManagementPage } from '../src/pages/management.tsx';

const overview: Overview = {
  from: '2026-03-01',
  to: '2026-03-02',
  totals: { ...ZERO_FIGURES, visits: 18_204, registrations: 1_316, paid: 642, refunds: 9, revenue_cents: 322_400 },
  previous: { ...ZERO_FIGURES, visits: 9_102 },
  active_subscribers: 9,
  series: [
    { day: '2026-03-01', ...ZERO_FIGURES },
    { day: '2026-03-02', ...ZERO_FIGURES },
  ],
  previous_series: [],
  affiliates: [
    { slug: null, name: 'Sans affilié', ...ZERO_FIGURES, revenue_cents: 900 },
    { slug: 'studio-nord', name: 'Studio Nord', ...ZERO_FIGURES, registrations: 412, paid: 1, revenue_cents: 110_200 },
  ],
  models: [],
  sources: [],
  live: ['Nina', 'Astrée', 'Zoé', 'Léa'].map((name) => ({ slug: name, name, since: '2026-03-02T20:00:00.000Z' })),
  latest: [],
};
const postback = { verdict: 'recorded', received_at: '2026-03-02T20:05:00.000Z' };

let statuses: Record<string, number>;
/** Periods that the overview was requested for. */
let periods: [from: string | null, to: string | null][];
let overviewIsReady: Promise<void>;
let waiting: number;
let scrollIntoView: ReturnType<typeof jest.fn<() => void>>;
let drafts: { name: string }[];
beforeEach(() => {
  statuses = {};
  periods = [];
  overviewIsReady = Promise.resolve();
  waiting = 3;
  drafts = [{ name: 'Malik' }];
  scrollIntoView = jest.fn<() => void>();
  Object.assign(Element.prototype, { scrollIntoView });
  stubIntersectionObserver();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
    const url = new URL(String(address), 'http://localhost');
    if (url.pathname === '/api/affiliates/overview') {
      periods.push([url.searchParams.get('from'), url.searchParams.get('to')]);
      await overviewIsReady;
    }
    const status = statuses[url.pathname] ?? 200;
    if (status !== 200)
      return new Response(JSON.stringify({ error: 'Non', code: 'FORBIDDEN', requestId: '1' }), { status });
    const isUnmatched = url.searchParams.get('show') === 'unmatched';
    const bodies: Record<string, unknown> = {
      '/api/affiliates/overview': overview,
      '/api/affiliates': [],
      '/api/postbacks': {
        postbacks: isUnmatched ? [postback].slice(0, waiting) : [postback, { ...postback, verdict: 'unmatched' }],
        next: null,
        summary: { received_30_days: 3, last_received_at: null, unmatched: waiting },
      },
      '/api/models': url.searchParams.get('state') === 'draft' ? drafts : [],
    };
    return new Response(JSON.stringify(bodies[url.pathname]), {
      headers: { 'x-total-count': String(url.searchParams.get('state') === 'draft' ? drafts.length : 0) },
    });
  });
});

function Address() {
  return <output data-testid="address">{useLocation().search}</output>;
}
const open = (address = '/') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <ToastProvider>
        <QueryClientProvider client={createQueryClient()}>
          <ManagementPage overview="?section=apercu" payments="?section=paiements" />
          <Address />
        </QueryClientProvider>
      </ToastProvider>
    </MemoryRouter>,
  );
const attention = () => within(screen.getByRole('region', { name: 'À regarder' }));

describe('the dashboard', () => {
  test('opens with the figures of thirty days, their changes and the best affiliates', async () => {
    open();
    expect((await screen.findByText('18 204')).tagName).toBe('DD');
    expect(screen.getByText('3 224,00 €', { selector: 'dd' })).not.toBeNull();
    expect(screen.getByText('100 %', { selector: 'dd' })).not.toBeNull();
    expect(screen.getByRole('link', { name: 'Aperçu complet' }).getAttribute('href')).toBe('/?section=apercu');
    const best = within(screen.getByRole('region', { name: 'Meilleurs affiliés' }));
    expect(best.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual([
      'Studio Nord412 inscriptions, 1 premier paiement1 102,00 €',
    ]);
  });

  test('keeps the figures in sight until those of another period have come, and leads to them', async () => {
    stubIntersectionObserver({ isIntersecting: true });
    const user = userEvent.setup();
    open();
    expect(await screen.findByRole('slider', { name: 'Revenu' })).not.toBeNull();
    expect(screen.getByText('De la visite au renouvellement')).not.toBeNull();
    const today = parisDay(Date.now());
    expect(periods).toEqual([[addDays(today, -29), today]]);
    const arrive = Promise.withResolvers<void>();
    overviewIsReady = arrive.promise;
    await user.click(screen.getByRole('link', { name: '7 jours' }));
    expect(await screen.findByText('Chargement\u00a0: Chiffres', { normalizer: String })).not.toBeNull();
    expect(screen.getByText('18 204', { selector: 'dd' })).not.toBeNull();
    arrive.resolve();
    await waitFor(() => expect(screen.queryByText('Chargement\u00a0: Chiffres', { normalizer: String })).toBeNull());
    expect(periods.at(-1)).toEqual([addDays(today, -6), today]);
    expect(screen.getByRole('link', { name: '7 jours' }).getAttribute('aria-current')).toBe('true');
    expect(screen.getByRole('link', { name: 'Aperçu complet' }).getAttribute('href')).toBe('/?section=apercu&jours=7');
  });

  test('saves the figures of the period as a file', async () => {
    const user = userEvent.setup();
    open('/?jours=90');
    await screen.findByText('18 204', { selector: 'dd' });
    statuses['/api/affiliates/overview'] = 403;
    await user.click(screen.getByRole('button', { name: 'Exporter en CSV' }));
    const today = parisDay(Date.now());
    await waitFor(() => expect(periods).toHaveLength(2));
    expect(periods.at(-1)).toEqual([addDays(today, -89), today]);
    await expectToast('Erreur', 'Non');
  });

  test('states once that the figures could not be read, without charts, and reads them again', async () => {
    stubIntersectionObserver({ isIntersecting: true });
    statuses['/api/affiliates/overview'] = 403;
    const user = userEvent.setup();
    open();
    const failure = await screen.findByText('Erreur lors du chargement des données');
    expect(screen.queryByRole('region', { name: 'Courbes' })).toBeNull();
    expect(screen.queryByText('Meilleurs affiliés')).toBeNull();
    statuses = {};
    await user.click(within(failure.parentElement as HTMLElement).getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('slider', { name: 'Revenu' })).not.toBeNull();
    expect(document.activeElement?.textContent).toBe('Chiffres');
  });

  test('lists what waits, each with the way to it', async () => {
    const user = userEvent.setup();
    open();
    await attention().findByText('4 lives en cours');
    expect(
      attention()
        .getAllByRole('listitem')
        .map((row) => [
          row.querySelector('b')?.textContent?.replace(/\s/g, ' '),
          within(row).getByRole('link').getAttribute('href'),
        ]),
    ).toEqual([
      ['3 paiements sans correspondance', '/?section=paiements'],
      ['2 appels à regarder', '/?section=paiements&verdict=review&jours=30'],
      ['1 modèle en brouillon', '/?etat=draft'],
      ['4 lives en cours', '/?live=live'],
    ]);
    expect(attention().getByText('En 30\u00a0jours, dont 1 sans correspondance', { normalizer: String })).toBeVisible();
    expect(attention().getByText('Malik')).not.toBeNull();
    expect(attention().getByText('Nina, Astrée, Zoé et 1 de plus')).not.toBeNull();
    await user.click(attention().getByRole('link', { name: /^Ouvrir/ }));
    expect(screen.getByTestId('address').textContent).toBe('?etat=draft');
    expect(scrollIntoView).toHaveBeenCalled();
  });

  test('states that something could not be read, beside what could, and reads it again', async () => {
    statuses['/api/postbacks'] = 403;
    const user = userEvent.setup();
    open();
    expect(await attention().findByText(/Tout n’a pas pu être lu/)).not.toBeNull();
    expect(attention().getByText('1 modèle en brouillon')).not.toBeNull();
    statuses = {};
    await user.click(attention().getByRole('button', { name: 'Réessayer' }));
    expect(await attention().findByText('3 paiements sans correspondance')).not.toBeNull();
    expect(attention().queryByText(/Tout n’a pas pu être lu/)).toBeNull();
  });

  test('has pages of all models and of all affiliates, which its navigation leads to', async () => {
    jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const user = userEvent.setup();
    render(
      <MemoryRouter>
        <ToastProvider>
          <QueryClientProvider client={createQueryClient()}>
            <DashboardPage />
          </QueryClientProvider>
        </ToastProvider>
      </MemoryRouter>,
    );
    const nav = within(screen.getByRole('navigation', { name: 'Sections du panneau' }));
    for (const [name, text] of [
      ['Modèles', 'Aucun modèle créé pour le moment.'],
      ['Affiliés', 'Aucun affilié créé pour le moment.'],
    ] as const) {
      await user.click(nav.getByRole('link', { name }));
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual([name]);
      expect(nav.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    }
    // The account menu leads there.
    expect(nav.queryByRole('link', { name: 'Sécurité' })).toBeNull();
  });
});
