import type { Overview, OverviewFigure } from 'contracts/overview';
import { TrendChart } from 'ui/trend-chart';
import { formatDate, plural } from 'web-kit/formats';
import { bucketsOf, isWeekly } from '../figures/index.tsx';
import type { Point } from '../figures/index.tsx';

export interface ChartProps {
  title: string;
  series: Overview['series'];
  previous: Overview['series'];
  figure: OverviewFigure;
  format: (value: number) => string;
  /** Where the scale ends when nothing has come. */
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

/** One figure over the period, before the period before it. */
export default function Chart({ title, series, previous, figure, format, least }: ChartProps) {
  const before = bucketsOf(previous);
  const points = bucketsOf(series);
  const [first, last] = [points[0]?.day ?? '', points.at(-1)?.day ?? ''];
  const tick = first.slice(0, 4) === last.slice(0, 4) ? shortDay : shortDayOfYear;
  const days = plural(series.length, 'jour');
  return (
    <TrendChart
      title={isWeekly(series) ? `${title} par semaine` : title}
      points={points.map((point, index) => ({
        value: point[figure],
        before: before[index]?.[figure],
        tick: tick.format(noon(point.day)),
        name: nameOf(point),
      }))}
      now={series.length === 1 ? 'Ce jour' : `Ces ${days}`}
      before={series.length === 1 ? 'le jour précédent' : `les ${days} précédents`}
      format={format}
      least={least}
    />
  );
}
