import type { Overview, OverviewFigure } from 'contracts/overview';
import { TrendChart } from 'ui/trend-chart';
import { formatDate, plural } from 'web-kit/formats';
import { bucketsOf, isWeekly } from './buckets.ts';
import type { Point } from './buckets.ts';
import { comparisonFault } from './figures.ts';

export interface ChartProps {
  title: string;
  overview: Overview;
  figure: OverviewFigure;
  format: (value: number) => string;
  /** Formats the values along the axis; `format` by default. */
  scale?: (value: number) => string;
  /** Lower limit for the upper end of the scale. */
  least: number;
}

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);
const shortDay = new Intl.DateTimeFormat('fr-FR', { timeZone: 'UTC', day: 'numeric', month: 'short' });
const shortDayOfYear = new Intl.DateTimeFormat('fr-FR', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: '2-digit',
});
const nameOf = ({ day, until }: Point): string =>
  day === until ? formatDate(noon(day)) : `Du ${formatDate(noon(day))} au ${formatDate(noon(until))}`;

interface Totals {
  now: number;
  before: number;
  format: (value: number) => string;
  /** Number of days, formatted. */
  days: string;
}

/** Returns a text such as "3 224 €, soit 468 € de plus que les 30 jours précédents". */
const summaryOf = ({ now, before, format, days }: Totals): string => {
  const difference = now - before;
  const earlier = `les ${days} précédents`;
  if (difference === 0) return `${format(now)}, autant que ${earlier}`;
  return `${format(now)}, soit ${format(Math.abs(difference))} de ${difference > 0 ? 'plus' : 'moins'} que ${earlier}`;
};

/** Chart of one figure over the period, with the preceding period behind it. */
export default function Chart({ title, overview, figure, format, scale, least }: ChartProps) {
  const { series, previous_series: previous, totals, previous: earlier } = overview;
  const before = bucketsOf(previous);
  const points = bucketsOf(series);
  const [first, last] = [points[0]?.day ?? '', points.at(-1)?.day ?? ''];
  const tick = first.slice(0, 4) === last.slice(0, 4) ? shortDay : shortDayOfYear;
  const days = plural(series.length, 'jour');
  return (
    <TrendChart
      title={isWeekly(series) ? `${title} par semaine` : title}
      summary={
        comparisonFault(overview)
          ? format(totals[figure])
          : summaryOf({ now: totals[figure], before: earlier[figure], format, days })
      }
      points={points.map((point, index) => ({
        value: point[figure],
        before: before[index]?.[figure],
        tick: tick.format(noon(point.day)),
        name: nameOf(point),
      }))}
      now={series.length === 1 ? 'Ce jour' : `Ces ${days}`}
      before={series.length === 1 ? 'Jour précédent' : `${days} précédents`}
      earlier={`${days} avant`}
      format={format}
      scale={scale}
      least={least}
    />
  );
}
