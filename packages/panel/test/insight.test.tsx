import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays, parisDay } from 'contracts/days';
import type { AuditEntry } from 'contracts/audit';
import { OVERVIEW_ROWS } from 'contracts/limits';
import { ZERO_FIGURES } from 'contracts/overview';
import type { Overview } from 'contracts/overview';
import type { ReactElement } from 'react';
import { ToastProvider } from 'ui/toast';
import { roundUp } from 'ui/trend-chart';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter, useLocation, useNavigate } from 'web-kit/router';
import { affiliateSession } from 'web-kit/session';
import { stubIntersectionObserver } from '../../ui/test/browser-parts.ts';
import { AuditPage } from '../src/audit/index.tsx';
import { LinksDialog } from '../src/links-dialog/index.tsx';
import { bucketsOf } from '../src/figures/index.tsx';
import Chart from '../src/figures/chart.tsx';
import { FunnelPanel } from '../src/figures/funnel-panel.tsx';
import { OverviewPage } from '../src/overview/index.tsx';

const owner = { session: affiliateSession('studio'), slug: 'studio' };
const overview: Overview = {
  from: '2026-03-01',
  to: '2026-03-02',
  totals: {
    ...ZERO_FIGURES,
    visits: 24_000,
    registrations: 1234,
    paid: 12,
    refunds: 1,
    revenue_cents: 2_450,
    earnings_cents: 735,
    clawback_cents: -60,
  },
  previous: { ...ZERO_FIGURES, registrations: 1000, paid: 24 },
  active_subscribers: 9,
  series: [
    { day: '2026-03-01', ...ZERO_FIGURES },
    {
      day: '2026-03-02',
      ...ZERO_FIGURES,
      visits: 24_000,
      registrations: 1234,
      paid: 12,
      refunds: 1,
      revenue_cents: 2_450,
    },
  ],
  previous_series: [
    { day: '2026-02-27', ...ZERO_FIGURES },
    { day: '2026-02-28', ...ZERO_FIGURES, registrations: 1000, paid: 24 },
  ],
  affiliates: [],
  models: [{ slug: 'nina', name: 'Nina', ...ZERO_FIGURES, registrations: 3 }],
  sources: [],
  live: [{ slug: 'nina', name: 'Nina', since: '2026-03-02T20:00:00.000Z' }],
  latest: [
    {
      at: '2026-03-02T20:05:00.000Z',
      kind: 'first',
      model: { slug: 'nina', name: 'Nina' },
      affiliate: null,
      amount_cents: 200,
    },
  ],
};
const plainSpaces = (text: string): string => text.replace(/\s/g, ' ');
/** An overview of these days, with the sums of them and of those before. */
const overviewOf = (series: Overview['series'], previous: Overview['series']): Overview => {
  const sumOf = (days: Overview['series']) =>
    days.reduce(
      (sum, { visits, revenue_cents }) => ({
        ...sum,
        visits: sum.visits + visits,
        revenue_cents: sum.revenue_cents + revenue_cents,
      }),
      ZERO_FIGURES,
    );
  return { ...overview, series, previous_series: previous, totals: sumOf(series), previous: sumOf(previous) };
};
const entry = (id: string, name: string): AuditEntry => ({
  id,
  at: '2026-03-02T20:05:00.000Z',
  actor: { role: 'administrator', slug: null, name: null },
  action: 'model.updated',
  subject: { kind: 'model', slug: 'nina', name, link: 'nina' },
  version: { model_id: '6f1d5c9e-0f64-4f0e-9a51-0c4a5f3f7d10', edit_revision: 1 },
  count: 1,
  changes: [{ field: 'is_verified', before: false, after: true }],
});

let requests: URL[];
let response: (url: URL) => unknown;
beforeEach(() => {
  requests = [];
  stubIntersectionObserver({ isIntersecting: true });
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    requests.push(new URL(String(url), 'http://localhost'));
    return new Response(JSON.stringify(response(requests.at(-1) as URL)));
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

function Address() {
  const navigate = useNavigate();
  return (
    <>
      <output data-testid="address">{useLocation().search}</output>
      <button onClick={() => navigate(-1)}>Retour</button>
    </>
  );
}
const open = (page: ReactElement, search = '') =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <MemoryRouter initialEntries={[`/${search}`]}>
          {page}
          <Address />
        </MemoryRouter>
      </ToastProvider>
    </QueryClientProvider>,
  );

test('shows the amounts of another currency beside those in euros', async () => {
  const other_revenue = [{ currency: 'USD', cents: 1_400 }];
  const [happening] = overview.latest;
  response = () => ({
    ...overview,
    totals: { ...overview.totals, other_revenue },
    models: overview.models.map((model) => ({ ...model, revenue_cents: 700, other_revenue })),
    latest: [{ ...happening, amount_cents: 900, currency: 'USD' }],
  });
  open(<OverviewPage {...owner} slug={null} affiliates={[]} />);
  expect(
    await screen.findByText('24,50\u00a0€ + 14,00\u00a0USD', { selector: 'dd', normalizer: String }),
  ).not.toBeNull();
  expect(screen.getByText('7,00\u00a0€ + 14,00\u00a0USD', { selector: 'td', normalizer: String })).not.toBeNull();
  expect(screen.getByText('9,00\u00a0USD', { normalizer: String })).not.toBeNull();
});

test('shows the figures of the last thirty days as charts and as a table', async () => {
  response = () => overview;
  open(<OverviewPage {...owner} />);
  expect(await screen.findByText('1 234', { selector: 'dd' })).not.toBeNull();
  const today = parisDay(Date.now());
  expect(requests[0]?.pathname).toBe('/api/affiliates/studio/overview');
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({ from: addDays(today, -29), to: today });
  expect(screen.getByText('7,35 €', { selector: 'dd' })).not.toBeNull();
  expect(screen.getByText('0,60 €', { selector: 'dd' })).not.toBeNull();
  expect(screen.getByText('Reprises', { selector: 'dt' })).not.toBeNull();
  expect(screen.queryByText('24,50 €')).toBeNull();
  expect(await screen.findByRole('slider', { name: 'Commissions' })).not.toBeNull();
  expect(screen.getByText('23 %', { selector: 'dd' })).not.toBeNull();
  expect(screen.getByText('50 %', { selector: 'dd' }).className).toContain('bad');
  expect(await screen.findByRole('slider', { name: 'Inscriptions' })).not.toBeNull();
  expect(screen.getByRole('rowheader', { name: '2 mars 2026', hidden: true })).not.toBeNull();
  expect(screen.getByText('2,00 €')).not.toBeNull();
});

test('stores valid dates in the address and rejects an impossible period', async () => {
  response = () => overview;
  const user = userEvent.setup();
  open(<OverviewPage {...owner} />, '?section=apercu&jours=7');
  const [from, to] = [await screen.findByLabelText('Du'), screen.getByLabelText('Au')];
  await user.clear(from);
  await user.type(from, '2026-03-05');
  await user.clear(to);
  await user.type(to, '2026-03-01');
  await user.click(screen.getByRole('button', { name: 'Afficher' }));
  expect(await screen.findByText('La période se termine avant de commencer')).not.toBeNull();
  await user.clear(to);
  await user.type(to, '2026-03-09');
  await user.click(screen.getByRole('button', { name: 'Afficher' }));
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe('?section=apercu&du=2026-03-05&au=2026-03-09'),
  );
  await waitFor(() =>
    expect(Object.fromEntries(requests.at(-1)?.searchParams ?? [])).toEqual({ from: '2026-03-05', to: '2026-03-09' }),
  );
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Afficher' }));
  await user.click(screen.getByRole('button', { name: 'Retour' }));
  expect(screen.getByTestId('address').textContent).toBe('?section=apercu&jours=7');
  expect(screen.getByLabelText<HTMLInputElement>('Au').value).toBe(parisDay(Date.now()));
});

test('counts all who are live where not all are listed', async () => {
  const live = Array.from({ length: 200 }, (_, index) => ({
    slug: `live-${index}`,
    name: `Live ${index}`,
    since: '2026-03-02T20:00:00.000Z',
  }));
  response = () => ({ ...overview, live, live_count: 1_234 });
  open(<OverviewPage {...owner} />);
  expect((await screen.findByText(/affichés sur/)).textContent).toMatch(/^200 affichés sur 1\s234$/);
});

test('omits the attribution of the last events in an affiliate’s own figures', async () => {
  response = () => ({
    ...overview,
    latest: overview.latest.map((happening) => ({ ...happening, affiliate: { slug: 'studio', name: 'Studio Nord' } })),
  });
  open(<OverviewPage {...owner} />);
  expect((await screen.findByText('Premier paiement')).parentElement?.textContent).toBe('Premier paiement · Nina');
});

test('shows the figures of an affiliate chosen in the table from their beginning', async () => {
  response = ({ pathname }) =>
    pathname.endsWith('/studio/overview')
      ? overview
      : { ...overview, affiliates: [{ slug: 'studio', name: 'Studio Nord', ...ZERO_FIGURES }] };
  const user = userEvent.setup();
  open(<OverviewPage {...owner} slug={null} affiliates={[{ slug: 'studio', name: 'Studio Nord' }]} />);
  await user.click(await screen.findByRole('link', { name: 'Studio Nord' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Studio Nord' })).toBeNull());
  expect(screen.getByTestId('address').textContent).toBe('?affilie=studio');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Aperçu' }));
});

test('shows the administrator what was paid, in figures, chart and table', async () => {
  response = () => ({ ...overview, models: overview.models.map((model) => ({ ...model, revenue_cents: 900 })) });
  open(<OverviewPage {...owner} slug={null} affiliates={[]} />);
  expect(await screen.findByText('24,50 €', { selector: 'dd' })).not.toBeNull();
  expect(await screen.findByRole('slider', { name: 'Revenu' })).not.toBeNull();
  expect(screen.getByText('9,00 €', { selector: 'td' })).not.toBeNull();
  expect(screen.queryByText('Reprises')).toBeNull();
});

test('names amounts of millions in short along the axis of the chart', async () => {
  const series = overview.series.map((day, index) => ({ ...day, revenue_cents: index === 0 ? 480_000_000 : 0 }));
  response = () => ({ ...overview, series });
  open(<OverviewPage {...owner} slug={null} affiliates={[]} />);
  const chart = (await screen.findByRole('slider', { name: 'Revenu' })).closest('figure') as HTMLElement;
  for (const label of ['5', '3,75', '2,50', '1,25'])
    expect(within(chart).getByText(`${label}\u00a0M\u00a0€`, { normalizer: String })).toBeVisible();
});

test('shows clawbacks of other currencies beside those of the offer', async () => {
  response = () => ({
    ...overview,
    totals: { ...overview.totals, other_clawbacks: [{ currency: 'USD', cents: -105 }] },
  });
  open(<OverviewPage {...owner} />);
  expect(await screen.findByText('0,60\u00a0€ + 1,05\u00a0USD', { selector: 'dd', normalizer: String })).toBeVisible();
});

test('states that a table ends before the last row', async () => {
  const models = Array.from({ length: OVERVIEW_ROWS }, (_, index) => ({
    slug: `modele-${index}`,
    name: `Modèle ${index}`,
    ...ZERO_FIGURES,
  }));
  response = () => ({ ...overview, affiliates: [{ slug: 'studio', name: 'Studio Nord', ...ZERO_FIGURES }], models });
  open(<OverviewPage {...owner} slug={null} affiliates={[{ slug: 'studio', name: 'Studio Nord' }]} />);
  expect(await screen.findAllByText(/^Les 200 premières lignes sont listées/)).toHaveLength(1);
});

test('shows the figures of a model or source chosen in its table, saves them, and leads back by keyboard', async () => {
  response = ({ searchParams }) => ({
    ...overview,
    sources: [
      { source: 'tiktok/été', visits: 40, clicks: 40, registrations: 9, paid: 3 },
      { source: null, visits: 2, clicks: 2, registrations: 1, paid: 0 },
    ],
    totals: { ...overview.totals, registrations: searchParams.has('model') ? 3 : searchParams.has('source') ? 8 : 33 },
  });
  const user = userEvent.setup();
  open(<OverviewPage {...owner} />, '?section=apercu&jours=7');
  const model = await screen.findByRole('link', { name: 'Nina' });
  model.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('3', { selector: 'dd' })).not.toBeNull();
  expect(screen.getByTestId('address').textContent).toBe('?section=apercu&jours=7&modele=nina');
  expect(requests.at(-1)?.searchParams.get('model')).toBe('nina');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Aperçu' }));
  expect(screen.getByText('Modèle\u00a0:', { exact: false, normalizer: String }).textContent).toBe(
    'Modèle\u00a0: Nina',
  );
  expect(screen.getByRole('link', { name: 'Nina' }).getAttribute('aria-current')).toBe('true');
  expect(screen.queryByRole('heading', { name: 'Derniers événements' })).toBeNull();

  await user.click(screen.getByRole('link', { name: 'tiktok/été' }));
  expect(await screen.findByText('8', { selector: 'dd' })).not.toBeNull();
  expect(new URLSearchParams(screen.getByTestId('address').textContent ?? '').get('source')).toBe('tiktok/été');
  expect(screen.getByTestId('address').textContent).not.toContain('modele');
  expect(screen.getByText('Autres sources').tagName).toBe('TH');
  await user.click(screen.getByRole('button', { name: 'Exporter en CSV' }));
  await waitFor(() => expect(requests.at(-1)?.searchParams.get('format')).toBe('csv'));
  expect(requests.at(-1)?.searchParams.get('source')).toBe('tiktok/été');

  await user.click(screen.getByRole('link', { name: 'Toutes les sources' }));
  expect(await screen.findByText('33', { selector: 'dd' })).not.toBeNull();
  expect(screen.getByTestId('address').textContent).toBe('?section=apercu&jours=7');
});

test('shows an event by its day alone where the hour is withheld', async () => {
  response = () => ({
    ...overview,
    latest: [{ at: '2026-03-02', kind: 'first', model: null, affiliate: null, amount_cents: null }],
  });
  open(<OverviewPage {...owner} />);
  const row = (await screen.findByText('Premier paiement')).closest('li');
  expect(row?.textContent).toBe('Premier paiement2 mars 2026');
});

test('names the values of a place that a finger touches, and goes on showing them when it is lifted', async () => {
  const user = userEvent.setup();
  render(
    <Chart
      title="Visites"
      overview={overviewOf(
        [3, 8, 5].map((visits, index) => ({ ...ZERO_FIGURES, day: `2026-03-0${index + 1}`, visits })),
        [1, 2, 4].map((visits, index) => ({ ...ZERO_FIGURES, day: `2026-02-0${index + 1}`, visits })),
      )}
      figure="visits"
      format={String}
      least={1}
    />,
  );
  const plot = screen.getByRole('slider', { name: 'Visites' });
  jest.spyOn(plot, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 200, 80));
  await user.pointer({ keys: '[TouchA>]', target: plot, coords: { clientX: 195 } });
  expect(screen.getByText('8', { selector: 'b' })).not.toBeNull();
  expect(screen.getByText('16, soit 9 de plus que les 3 jours précédents', { normalizer: plainSpaces })).not.toBeNull();
  expect(plot.getAttribute('aria-valuetext')?.replace(/\s/g, ' ')).toBe('2 mars 2026 : 8, 3 jours avant : 2');
  await user.pointer([
    { pointerName: 'TouchA', target: plot, coords: { clientX: 290 } },
    { keys: '[/TouchA]', target: plot, coords: { clientX: 290 } },
  ]);
  expect(screen.getByText('5', { selector: 'b' })).not.toBeNull();
  fireEvent.blur(plot);
  expect(screen.queryByText('5', { selector: 'b' })).toBeNull();
});

test('labels a chart that spans a new year and ends an empty scale at a whole number', () => {
  const day = (name: string) => ({ day: name, ...ZERO_FIGURES });
  const chart = (...days: string[]) => (
    <Chart
      title="Revenu"
      overview={overviewOf(days.map(day), days.map(day))}
      figure="revenue_cents"
      format={String}
      least={100}
    />
  );
  const { rerender } = render(chart('2026-03-01', '2026-03-02'));
  expect(screen.getByText('1 mars')).not.toBeNull();
  expect(screen.getByText('100')).not.toBeNull();
  rerender(chart('2025-12-31', '2026-01-01'));
  expect([screen.getByText('31 déc. 25'), screen.getByText('1 janv. 26')]).toHaveLength(2);
});

test('names the values of a day by arrow keys, with those of the period before', async () => {
  const user = userEvent.setup();
  const revenue = (cents: number[]) =>
    cents.map((revenue_cents, index) => ({ ...ZERO_FIGURES, day: `2026-03-0${index + 1}`, revenue_cents }));
  render(
    <Chart
      title="Revenu"
      overview={overviewOf(revenue([200, 700, -300]), revenue([500]))}
      figure="revenue_cents"
      format={(cents) => `${cents / 100} euros`}
      least={100}
    />,
  );
  const slider = screen.getByRole('slider', { name: 'Revenu' });
  const spoken = () => slider.getAttribute('aria-valuetext')?.replace(/\s/g, ' ');
  expect(spoken()).toBe('3 mars 2026 : -3 euros');
  await user.tab();
  // From the last day, which is announced until then.
  await user.keyboard('{ArrowRight}');
  expect(slider.getAttribute('aria-valuenow')).toBe('3');
  await user.keyboard('{Home}');
  expect(spoken()).toBe('1er mars 2026 : 2 euros, 3 jours avant : 5 euros');
  await user.keyboard('{ArrowLeft}{ArrowRight}{End}');
  expect(slider.getAttribute('aria-valuenow')).toBe('3');
  await user.keyboard('{Escape}{ArrowLeft}');
  expect(spoken()).toBe('3 mars 2026 : -3 euros');
});

test('draws each step of the funnel as the rate that is written under it', () => {
  const { container } = render(
    <FunnelPanel totals={{ ...ZERO_FIGURES, visits: 1_000, registrations: 100, paid: 50, renewals: 60, refunds: 0 }} />,
  );
  expect(screen.getByText(/^50,0/).textContent).toBe('50,0\u00a0% des inscriptions');
  expect([...container.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'))).toEqual([
    '100%',
    '10%',
    '50%',
    // More renewals than first payments in the period: the bar ends with its track.
    '100%',
    '0%',
  ]);
});

test('names the file of a QR code after its target', async () => {
  const user = userEvent.setup();
  open(
    <LinksDialog name="Maëlle D." links={[{ label: 'Page du modèle', path: '/maelle' }]} onClose={() => undefined} />,
  );
  await user.click(screen.getByRole('button', { name: 'QR code\u00a0: Page du modèle', hidden: true }));
  expect(
    screen
      .getByRole('link', { name: 'Télécharger le QR code\u00a0: Page du modèle', hidden: true })
      .getAttribute('download'),
  ).toBe('qr-code-maelle-d-page-du-modele.svg');
});

test('loads more changes on demand and sends the filters of the address to the server', async () => {
  response = (url) =>
    url.searchParams.get('kind')
      ? { entries: [], next: null }
      : url.searchParams.get('before')
        ? { entries: [entry('2', 'Théo')], next: null }
        : { entries: [entry('1', 'Nina')], next: 'suite' };
  const user = userEvent.setup();
  open(<AuditPage {...owner} />, '?section=journal');
  expect((await screen.findByText('vérifié')).nextElementSibling?.textContent).toBe(
    'Avant\u00a0: non→Après\u00a0: oui',
  );
  expect(screen.getByRole('heading', { level: 3, name: '2 mars 2026' })).not.toBeNull();
  expect(screen.getByText('21h05')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Voir plus' }));
  const added = (await screen.findByRole('link', { name: 'Théo' })).closest('p');
  expect(screen.queryByRole('button', { name: 'Voir plus' })).toBeNull();
  expect(document.activeElement).toBe(added);
  await user.selectOptions(screen.getByLabelText('Type'), 'media');
  expect(await screen.findByText('Aucun changement ne correspond à ces filtres.')).not.toBeNull();
  expect(screen.getByTestId('address').textContent).toBe('?section=journal&type=media');
  await user.click(screen.getByRole('button', { name: 'Tout afficher' }));
  expect(await screen.findByRole('link', { name: 'Nina' })).not.toBeNull();
  expect(document.activeElement?.textContent).toBe('Journal');
  expect(screen.getByTestId('address').textContent).toBe('?section=journal');
});

test('groups changes by days, leads to the model, and sends the dates of the filter', async () => {
  const earlier = { ...entry('2', 'Théo'), at: '2026-03-01T22:59:00.000Z', version: null };
  response = () => ({ entries: [entry('1', 'Nina'), earlier], next: null });
  const user = userEvent.setup();
  open(<AuditPage {...owner} />, '?section=journal');
  expect((await screen.findByRole('link', { name: 'Nina' })).getAttribute('href')).toBe('/?editer=nina');
  expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    '2 mars 2026',
    '1er mars 2026',
  ]);
  await user.type(screen.getByLabelText('Du'), '2026-03-01');
  await waitFor(() => expect(requests.at(-1)?.searchParams.get('from')).toBe('2026-03-01'));
  expect(screen.getByTestId('address').textContent).toBe('?section=journal&du=2026-03-01');
});

test('offers a version where a later save of the model changed what a restore brings back', async () => {
  const save = (edition: number, changes: AuditEntry['changes']): AuditEntry => ({
    ...entry(String(edition), 'Nina'),
    version: { model_id: '6f1d5c9e-0f64-4f0e-9a51-0c4a5f3f7d10', edit_revision: edition },
    changes,
  });
  response = () => ({
    entries: [
      save(4, [{ field: 'manual_live_override', before: null, after: true }]),
      save(3, [{ field: 'state', before: 'draft', after: 'published' }]),
      save(2, [{ field: 'bio' }]),
      save(1, []),
    ],
    next: null,
  });
  const offers = () =>
    screen.queryAllByRole('button', { name: /Revenir à cet état/ }).map((button) => button.textContent);
  open(<AuditPage {...owner} />, '?section=journal&recherche=NINA&type=model');
  await screen.findByText('bio');
  expect(offers()).toEqual(['Revenir à cet état de Nina, n°\u00a01']);
  cleanup();
  open(<AuditPage {...owner} />, '?section=journal&au=2026-03-02');
  await screen.findByText('bio');
  expect(offers()).toHaveLength(4);
});

test('restores a version once its changes were confirmed, and again after a conflict', async () => {
  let edition = 4;
  const restores: (string | null)[] = [];
  const recap = { changes: [{ field: 'bio', before: 'Seconde', after: 'Première' }], missing_files: 2 };
  response = (url) =>
    url.pathname.includes('/versions/')
      ? { edit_revision: edition, ...recap }
      : { entries: [entry('1', 'Nina'), entry('2', 'Nina')], next: null };
  const reply = jest.mocked(globalThis.fetch).getMockImplementation();
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (!String(url).endsWith('/restore')) return (await reply?.(url, init)) as Response;
    restores.push(new Headers(init?.headers).get('if-match'));
    edition += 1;
    return restores.length === 1
      ? new Response(JSON.stringify({ error: 'Conflit', code: 'EDIT_CONFLICT', requestId: 'r' }), { status: 409 })
      : new Response(JSON.stringify({ id: 'x' }));
  });
  const user = userEvent.setup();
  open(<AuditPage {...owner} />, '?section=journal');
  await user.click(await screen.findByRole('button', { name: /Revenir à cet état/ }));
  expect(await screen.findByText('Première')).not.toBeNull();
  expect(screen.getByText(/2.fichiers supprimés depuis/)).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Restaurer', hidden: true }));
  expect(await screen.findByText(/a été modifié entre-temps/)).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Restaurer', hidden: true }));
  expect(await screen.findByText('Version restaurée')).not.toBeNull();
  expect(restores).toEqual(['"4"', '"5"']);
});

test('lists the restore as soon as its event has reached the trail', async () => {
  const restored = { ...entry('3', 'Nina'), changes: [{ field: 'restored_version', before: null, after: 1 }] };
  const former = [entry('1', 'Nina'), entry('2', 'Nina')];
  let loads = 0;
  response = ({ pathname }) => {
    if (pathname.endsWith('/restore')) return { id: 'x', edit_revision: 9 };
    if (pathname.includes('/versions/'))
      return { edit_revision: 4, changes: [{ field: 'bio', before: 'Seconde', after: 'Première' }], missing_files: 0 };
    loads += 1;
    const listed = { ...restored, version: { ...restored.version, edit_revision: 9 } };
    return { entries: loads > 3 ? [listed, ...former] : former, next: null };
  };
  const user = userEvent.setup();
  open(<AuditPage {...owner} />, '?section=journal');
  await user.click(await screen.findByRole('button', { name: /Revenir à cet état/ }));
  await screen.findByText('Première');
  jest.useFakeTimers();
  try {
    fireEvent.click(screen.getByRole('button', { name: 'Restaurer', hidden: true }));
    await act(() => jest.advanceTimersByTimeAsync(20_000));
  } finally {
    jest.useRealTimers();
  }
  expect(screen.getAllByRole('link', { name: 'Nina' })).toHaveLength(3);
  expect(loads).toBe(4);
});

test('shows an error with a retry when the audit trail cannot be loaded', async () => {
  jest
    .spyOn(globalThis, 'fetch')
    .mockResolvedValueOnce(
      new Response(
        JSON.stringify({ error: 'Vous n’avez pas accès à cette action.', code: 'FORBIDDEN', requestId: 'r' }),
        { status: 403 },
      ),
    );
  open(<AuditPage {...owner} />);
  expect(await screen.findByText('Vous n’avez pas accès à cette action.')).not.toBeNull();
  response = () => ({ entries: [], next: null });
  await userEvent.setup().click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Aucun changement pour le moment.')).not.toBeNull();
  expect(document.activeElement?.textContent).toBe('Changements');
});

test('groups a long period by weeks without losing a day; scales end at round figures', () => {
  const series = Array.from({ length: 90 }, (_, index) => ({
    day: addDays('2026-01-01', index),
    ...ZERO_FIGURES,
    registrations: 1,
  }));
  const points = bucketsOf(series);
  expect(points).toHaveLength(13);
  expect(points[0]).toMatchObject({ day: '2026-01-01', until: '2026-01-07', registrations: 7 });
  expect(points.reduce((sum, { registrations }) => sum + registrations, 0)).toBe(90);
  expect(series[0]?.registrations).toBe(1);
  expect([0, 3, 12, 200, 2_001].map(roundUp)).toEqual([1, 5, 20, 200, 5_000]);
});
