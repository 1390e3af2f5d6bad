import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays, parisDay } from 'contracts/days';
import { OVERVIEW_ROWS } from 'contracts/limits';
import { ZERO_FIGURES } from 'contracts/overview';
import { formatNumber } from 'web-kit/formats';
import { stubIntersectionObserver } from 'ui/testing/browser-parts';
import { OverviewPage } from '../src/overview/index.tsx';
import { backend, open, overview, owner, requests } from './insight-page.tsx';

describe('the overview', () => {
  test('shows the amounts of another currency beside those in euros', async () => {
    const other_revenue = [{ currency: 'USD', cents: 1_400 }];
    const [happening] = overview.latest;
    backend.response = () => ({
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

  test('renders its charts when the page is printed before they were scrolled into view', async () => {
    stubIntersectionObserver();
    backend.response = () => overview;
    open(<OverviewPage {...owner} />);
    await screen.findByText('1 234', { selector: 'dd' });
    expect(screen.queryByRole('slider')).toBeNull();
    fireEvent(window, new Event('beforeprint'));
    expect(await screen.findByRole('slider', { name: 'Commissions' })).not.toBeNull();
  });

  test('shows the figures of the last thirty days as charts and as a table', async () => {
    backend.response = () => overview;
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
    backend.response = () => overview;
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
    backend.response = () => ({ ...overview, live, live_count: 1_234 });
    open(<OverviewPage {...owner} />);
    expect((await screen.findByText(/affichés sur/)).textContent).toMatch(/^200 affichés sur 1\s234$/);
  });

  test('omits the attribution of the last events in an affiliate’s own figures', async () => {
    backend.response = () => ({
      ...overview,
      latest: overview.latest.map((happening) => ({
        ...happening,
        affiliate: { slug: 'studio', name: 'Studio Nord' },
      })),
    });
    open(<OverviewPage {...owner} />);
    expect((await screen.findByText('Premier paiement')).parentElement?.textContent).toBe('Premier paiement · Nina');
  });

  test('shows the figures of an affiliate chosen in the table from their beginning', async () => {
    backend.response = ({ pathname }) =>
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
    backend.response = () => ({
      ...overview,
      models: overview.models.map((model) => ({ ...model, revenue_cents: 900 })),
    });
    open(<OverviewPage {...owner} slug={null} affiliates={[]} />);
    expect(await screen.findByText('24,50 €', { selector: 'dd' })).not.toBeNull();
    expect(screen.getByText('Revenu TTC', { selector: 'dt' })).toBeVisible();
    expect(await screen.findByRole('slider', { name: 'Revenu' })).not.toBeNull();
    expect(screen.getByText('9,00 €', { selector: 'td' })).not.toBeNull();
    expect(screen.queryByText('Reprises')).toBeNull();
  });

  test('names amounts of millions in short along the axis of the chart', async () => {
    const series = overview.series.map((day, index) => ({ ...day, revenue_cents: index === 0 ? 480_000_000 : 0 }));
    backend.response = () => ({ ...overview, series });
    open(<OverviewPage {...owner} slug={null} affiliates={[]} />);
    const chart = (await screen.findByRole('slider', { name: 'Revenu' })).closest('figure') as HTMLElement;
    for (const label of ['5', '3,75', '2,50', '1,25'])
      expect(within(chart).getByText(`${label}\u00a0M\u00a0€`, { normalizer: String })).toBeVisible();
  });

  test('shows clawbacks of other currencies beside those of the offer', async () => {
    backend.response = () => ({
      ...overview,
      totals: { ...overview.totals, other_clawbacks: [{ currency: 'USD', cents: -105 }] },
    });
    open(<OverviewPage {...owner} />);
    expect(
      await screen.findByText('0,60\u00a0€ + 1,05\u00a0USD', { selector: 'dd', normalizer: String }),
    ).toBeVisible();
  });

  test('states that a table ends before the last row', async () => {
    const models = Array.from({ length: OVERVIEW_ROWS }, (_, index) => ({
      slug: `modele-${index}`,
      name: `Modèle ${index}`,
      ...ZERO_FIGURES,
    }));
    backend.response = () => ({
      ...overview,
      affiliates: [{ slug: 'studio', name: 'Studio Nord', ...ZERO_FIGURES }],
      models,
    });
    open(<OverviewPage {...owner} slug={null} affiliates={[{ slug: 'studio', name: 'Studio Nord' }]} />);
    expect(await screen.findAllByText(/^Les 200 premières lignes sont listées/)).toHaveLength(1);
  });

  test('shows the figures of a model or source chosen in its table, saves them, and leads back by keyboard', async () => {
    backend.response = ({ searchParams }) => ({
      ...overview,
      sources: [
        { source: 'tiktok/été', visits: 40, clicks: 40, registrations: 9, paid: 3 },
        { source: null, visits: 2, clicks: 2, registrations: 1, paid: 0 },
      ],
      totals: {
        ...overview.totals,
        registrations: searchParams.has('model') ? 3 : searchParams.has('source') ? 8 : 33,
      },
    });
    const user = userEvent.setup();
    open(<OverviewPage {...owner} />, '?section=apercu&jours=7');
    const model = await screen.findByRole('link', { name: 'Nina' });
    const withoutSource = screen.getByText('Sans source').closest('tr');
    expect(Array.from(withoutSource?.cells ?? [], ({ textContent }) => textContent)).toEqual([
      'Sans source',
      ...[24_000 - 42, 0, 33 - 10, 12 - 3].map((count) => formatNumber(count)),
    ]);
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
    expect(screen.queryByText('Sans source')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Exporter en CSV' }));
    await waitFor(() => expect(requests.at(-1)?.searchParams.get('format')).toBe('csv'));
    expect(requests.at(-1)?.searchParams.get('source')).toBe('tiktok/été');

    await user.click(screen.getByRole('link', { name: 'Toutes les sources' }));
    expect(await screen.findByText('33', { selector: 'dd' })).not.toBeNull();
    expect(screen.getByTestId('address').textContent).toBe('?section=apercu&jours=7');
  });

  test('shows an event by its day alone where the hour is withheld', async () => {
    backend.response = () => ({
      ...overview,
      latest: [{ at: '2026-03-02', kind: 'first', model: null, affiliate: null, amount_cents: null }],
    });
    open(<OverviewPage {...owner} />);
    const row = (await screen.findByText('Premier paiement')).closest('li');
    expect(row?.textContent).toBe('Premier paiement2 mars 2026');
  });
});
