import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays, parisDay } from 'contracts/days';
import type { AuditEntry } from 'contracts/audit';
import type { Overview } from 'contracts/overview';
import type { ReactElement } from 'react';
import { ToastProvider } from 'ui/toast';
import { createQueryClient, QueryClientProvider } from 'web-kit/query';
import { MemoryRouter, useLocation, useNavigate } from 'web-kit/router';
import { affiliateSession } from 'web-kit/session';
import { AuditPage } from '../src/audit/index.tsx';
import { LinksDialog } from '../src/links-dialog/index.tsx';
import { bucketsOf, roundUp } from '../src/overview/buckets.ts';
import Chart from '../src/overview/chart.tsx';
import { OverviewPage } from '../src/overview/index.tsx';

const owner = { session: affiliateSession('studio'), slug: 'studio' };
const none = { registrations: 0, paid: 0, refunds: 0, revenue_cents: 0 };
const overview: Overview = {
  from: '2026-03-01',
  to: '2026-03-02',
  totals: { registrations: 1234, paid: 12, refunds: 1, revenue_cents: 2_450 },
  previous: { ...none, registrations: 1000, paid: 24 },
  active_subscribers: 9,
  series: [
    { day: '2026-03-01', ...none },
    { day: '2026-03-02', registrations: 1234, paid: 12, refunds: 1, revenue_cents: 2_450 },
  ],
  affiliates: [],
  models: [{ slug: 'nina', name: 'Nina', ...none, registrations: 3 }],
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
const entry = (id: string, name: string): AuditEntry => ({
  id,
  at: '2026-03-02T20:05:00.000Z',
  actor: { role: 'administrator', slug: null, name: null },
  action: 'model.updated',
  subject: { kind: 'model', slug: 'nina', name },
  count: 1,
  changes: [{ field: 'is_verified', before: false, after: true }],
});

let requests: URL[];
let response: (url: URL) => unknown;
beforeEach(() => {
  requests = [];
  Object.assign(globalThis, {
    IntersectionObserver: class {
      readonly notify: (entries: { isIntersecting: boolean }[]) => void;
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        this.notify = notify;
      }
      observe() {
        this.notify([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  });
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

test('shows the figures of the last thirty days as charts and as a table', async () => {
  response = () => overview;
  open(<OverviewPage {...owner} />);
  expect(await screen.findByText('1 234', { selector: 'dd' })).not.toBeNull();
  const today = parisDay(Date.now());
  expect(requests[0]?.pathname).toBe('/api/affiliates/studio/overview');
  expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toEqual({ from: addDays(today, -29), to: today });
  expect(screen.getByText('24,50€', { selector: 'dd' })).not.toBeNull();
  expect(screen.getByText('+ 23 %')).not.toBeNull();
  expect(screen.getByText('- 50 %').className).toContain('down');
  expect(
    await screen.findByRole('img', {
      name: /^Inscriptions et paiements, par jour\. Inscriptions\u00a0: 1\u00a0234, Premiers paiements\u00a0: 12$/,
    }),
  ).not.toBeNull();
  expect(screen.getByRole('rowheader', { name: '2 mars 2026', hidden: true })).not.toBeNull();
  expect(screen.getByText('2,00€')).not.toBeNull();
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

test('omits the attribution of the last events in an affiliate’s own figures', async () => {
  response = () => ({
    ...overview,
    latest: overview.latest.map((happening) => ({ ...happening, affiliate: { slug: 'studio', name: 'Studio Nord' } })),
  });
  open(<OverviewPage {...owner} />);
  expect((await screen.findByText('Premier paiement')).parentElement?.textContent).toBe('Premier paiement · Nina');
});

test('When an affiliate of the table is chosen, then its figures are shown and read from their beginning', async () => {
  response = ({ pathname }) =>
    pathname.endsWith('/studio/overview')
      ? overview
      : { ...overview, affiliates: [{ slug: 'studio', name: 'Studio Nord', ...none }] };
  const user = userEvent.setup();
  open(<OverviewPage {...owner} slug={null} affiliates={[{ slug: 'studio', name: 'Studio Nord' }]} />);
  await user.click(await screen.findByRole('link', { name: 'Studio Nord' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Studio Nord' })).toBeNull());
  expect(screen.getByTestId('address').textContent).toBe('?affilie=studio');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Aperçu' }));
});

test('labels a chart that spans a new year and ends an empty scale at a whole number', () => {
  const day = (name: string) => ({ day: name, ...none });
  const { rerender } = render(
    <Chart
      title="Revenu"
      series={[day('2026-03-01'), day('2026-03-02')]}
      figures={[{ figure: 'revenue_cents', name: 'Revenu' }]}
      format={String}
      least={100}
    />,
  );
  expect(screen.getByText('01/03')).not.toBeNull();
  expect(screen.getByText('100')).not.toBeNull();
  rerender(
    <Chart
      title="Revenu"
      series={[day('2025-12-31'), day('2026-01-01')]}
      figures={[{ figure: 'revenue_cents', name: 'Revenu' }]}
      format={String}
      least={100}
    />,
  );
  expect([screen.getByText('31/12/2025'), screen.getByText('01/01/2026')]).toHaveLength(2);
});

test('names the file of a QR code after its target', async () => {
  const user = userEvent.setup();
  open(
    <LinksDialog name="Maëlle D." links={[{ label: 'Page du modèle', path: '/maelle' }]} onClose={() => undefined} />,
  );
  await user.click(screen.getByRole('button', { name: 'QR code : Page du modèle', hidden: true }));
  expect(
    screen
      .getByRole('link', { name: 'Télécharger le QR code : Page du modèle', hidden: true })
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
  expect((await screen.findByText('vérifié : non → oui')).tagName).toBe('LI');
  expect(screen.getByText('2 mars 2026 à 21h05')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Voir plus' }));
  const added = await screen.findByText(/Théo/);
  expect(screen.queryByRole('button', { name: 'Voir plus' })).toBeNull();
  expect(document.activeElement).toBe(added);
  await user.selectOptions(screen.getByLabelText('Type'), 'media');
  expect(await screen.findByText('Aucun changement ne correspond à ces filtres.')).not.toBeNull();
  expect(screen.getByTestId('address').textContent).toBe('?section=journal&type=media');
  await user.click(screen.getByRole('button', { name: 'Tout afficher' }));
  expect(await screen.findByText(/Nina/)).not.toBeNull();
  expect(document.activeElement?.textContent).toBe('Journal');
  expect(screen.getByTestId('address').textContent).toBe('?section=journal');
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

test('When a period is long, then a bar is a week and loses no day; scales end at round figures', () => {
  const series = Array.from({ length: 90 }, (_, index) => ({
    day: addDays('2026-01-01', index),
    ...none,
    registrations: 1,
  }));
  const points = bucketsOf(series);
  expect(points).toHaveLength(13);
  expect(points[0]).toMatchObject({ day: '2026-01-01', until: '2026-01-07', registrations: 7 });
  expect(points.reduce((sum, { registrations }) => sum + registrations, 0)).toBe(90);
  expect(series[0]?.registrations).toBe(1);
  expect([0, 3, 12, 200, 2_001].map(roundUp)).toEqual([1, 5, 20, 200, 5_000]);
});
