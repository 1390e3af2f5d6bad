import { describe, expect, jest, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { addDays } from 'contracts/days';
import { ZERO_FIGURES } from 'contracts/overview';
import type { Overview } from 'contracts/overview';
import { roundUp } from 'ui/trend-chart';
import { MemoryRouter } from 'web-kit/router';
import { bucketsOf, HomeFigures } from '../src/figures/index.tsx';
import Chart from '../src/figures/chart.tsx';
import { figuresOf } from '../src/figures/figures.ts';
import { FunnelPanel } from '../src/figures/funnel-panel.tsx';
import { updatedText } from '../src/figures/updated-at.tsx';
import { overview } from './insight-page.tsx';

const plainSpaces = (text: string): string => text.replace(/\s/g, ' ');
/** Returns an overview of these days, with the sums of both periods. */
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

describe('the figures', () => {
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
    expect(
      screen.getByText('16, soit 9 de plus que les 3 jours précédents', { normalizer: plainSpaces }),
    ).not.toBeNull();
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
    // The slider starts at the last day.
    await user.keyboard('{ArrowRight}');
    expect(slider.getAttribute('aria-valuenow')).toBe('3');
    await user.keyboard('{Home}');
    expect(spoken()).toBe('1er mars 2026 : 2 euros, 3 jours avant : 5 euros');
    await user.keyboard('{ArrowLeft}{ArrowRight}{End}');
    expect(slider.getAttribute('aria-valuenow')).toBe('3');
    await user.keyboard('{Escape}{ArrowLeft}');
    expect(spoken()).toBe('3 mars 2026 : -3 euros');
  });

  test('shows a step that is larger than the one before it as a ratio', () => {
    render(
      <FunnelPanel totals={{ ...ZERO_FIGURES, visits: 2, registrations: 2, paid: 5, renewals: 12, refunds: 17 }} />,
    );
    expect(screen.getAllByRole('listitem').map((step) => step.lastChild?.textContent)).toEqual([
      'Une par navigateur et par jour, robots écartés',
      '100,0\u00a0% des visites',
      '2,5 par inscription',
      '2,4 par premier paiement',
      '100,0\u00a0% des paiements',
    ]);
  });

  test('draws each step of the funnel as the rate that is written under it', () => {
    const { container } = render(
      <FunnelPanel
        totals={{ ...ZERO_FIGURES, visits: 1_000, registrations: 100, paid: 50, renewals: 60, refunds: 0 }}
      />,
    );
    expect(screen.getByText(/^50,0/).textContent).toBe('50,0\u00a0% des inscriptions');
    expect([...container.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'))).toEqual([
      '100%',
      '10%',
      '50%',
      // With more renewals than first payments in the period, the bar has full length.
      '100%',
      '0%',
    ]);
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

  test('shows no change against a period that began before the first figures, and states why', () => {
    const series = [{ day: '2026-03-03', ...ZERO_FIGURES, visits: 900 }];
    const previous = [{ day: '2026-03-02', ...ZERO_FIGURES, visits: 3 }];
    const shown = (first_day: string) => {
      const grown = { ...overviewOf(series, previous), first_day };
      render(
        <MemoryRouter>
          <HomeFigures query={{ data: grown, error: null, refetch: async () => undefined }} money="earnings" />
        </MemoryRouter>,
      );
      const text = plainSpaces(document.body.textContent);
      cleanup();
      return text;
    };
    expect(shown('2026-03-02')).toContain('Visites90029 900 %');
    const young = shown('2026-03-03');
    expect(young).toContain('Visites900–');
    expect(young).toContain('Pas de comparaison : l’historique commence le 3 mars 2026.');
    render(
      <Chart
        title="Visites"
        overview={{ ...overviewOf(series, previous), first_day: '2026-03-03' }}
        figure="visits"
        format={String}
        least={1}
      />,
    );
    expect(screen.queryByText(/de plus que/)).toBeNull();
  });

  test('states the age of the figures', () => {
    const [minute, text] = [60_000, (age: number) => plainSpaces(updatedText(0, age))];
    expect(text(59_000)).toBe('mis à jour à l’instant');
    expect(text(2 * minute)).toBe('mis à jour il y a 2 minutes');
    expect(text(61 * minute)).toBe('mis à jour il y a 1 heure');
  });

  test('states a change from zero in the unit of the figure', () => {
    const none = { ...ZERO_FIGURES };
    const [visits, , , , revenue, refunds] = figuresOf(
      { ...overview, totals: { ...none, visits: 3, revenue_cents: 200, refunds: 1 }, previous: none },
      'revenue',
    );
    expect(plainSpaces(visits?.change?.text ?? '')).toBe('3 de plus');
    expect(plainSpaces(revenue?.change?.text ?? '')).toBe('2,00 € de plus');
    expect(refunds?.change).toMatchObject({ direction: 'up', isGood: false });
  });
});
