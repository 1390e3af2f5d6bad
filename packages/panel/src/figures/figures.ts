import type { Overview, OverviewFigure, OverviewFigures } from 'contracts/overview';
import type { Figure } from 'ui/figure-cards';
import { formatNumber, formatPrice, formatShortPrice } from 'web-kit/formats';
import { bucketsOf } from './buckets.ts';
import type { Point } from './buckets.ts';
import { percentOf } from './percent.ts';

/** Amounts of other currencies, which are never converted. */
export const amountsOf = (revenue: NonNullable<OverviewFigures['other_revenue']>): string[] =>
  revenue.map(({ currency, cents }) => formatPrice(cents, currency));

const NBSP = '\u00a0';

const directionOf = (difference: number) => (difference > 0 ? 'up' : difference < 0 ? 'down' : 'flat');

/** "8 %" against the period before, where that had any. */
const changeOf = (now: number, before: number, { isLossGood = false } = {}): Figure['change'] => {
  if (before <= 0) return undefined;
  const percent = Math.round((now / before - 1) * 100);
  const direction = directionOf(percent);
  return {
    text: direction === 'flat' ? 'Inchangé' : `${formatNumber(Math.abs(percent))}${NBSP}%`,
    direction,
    isGood: (direction === 'up') !== isLossGood,
  };
};

/** First payments for each visit, in points of a percent. */
const conversionOf = ({ paid, visits }: Pick<OverviewFigures, 'paid' | 'visits'>): number =>
  visits > 0 ? (paid / visits) * 100 : 0;

const conversionChange = ({ totals, previous }: Overview): Figure['change'] => {
  if (totals.visits === 0 || previous.visits === 0) return undefined;
  const points = Math.round((conversionOf(totals) - conversionOf(previous)) * 10) / 10;
  const direction = directionOf(points);
  return {
    text:
      direction === 'flat'
        ? 'Inchangée'
        : `${formatNumber(Math.abs(points), 1)} point${Math.abs(points) < 2 ? '' : 's'}`,
    direction,
    isGood: direction === 'up',
  };
};

/** The figures of the period, each with its change and its course. */
export const figuresOf = (overview: Overview): Figure[] => {
  const { totals, previous, series, previous_series, active_subscribers, live } = overview;
  const [now, before] = [bucketsOf(series), bucketsOf(previous_series)];
  const trendOf = (read: (point: Point) => number) => ({ now: now.map(read), before: before.map(read) });
  const counted = (figure: OverviewFigure, name: string, { isLossGood = false } = {}): Figure => ({
    name,
    value: formatNumber(totals[figure]),
    change: changeOf(totals[figure], previous[figure], { isLossGood }),
    trend: trendOf((point) => point[figure]),
  });
  return [
    counted('visits', 'Visites'),
    counted('registrations', 'Inscriptions'),
    counted('paid', 'Premiers paiements'),
    {
      name: 'Conversion',
      value: percentOf(totals.paid, totals.visits),
      change: conversionChange(overview),
      trend: trendOf(conversionOf),
    },
    {
      ...counted('revenue_cents', 'Revenu'),
      value: [formatShortPrice(totals.revenue_cents), ...amountsOf(totals.other_revenue ?? [])].join(' + '),
    },
    counted('refunds', 'Remboursements', { isLossGood: true }),
    { name: 'Abonnés actifs', value: formatNumber(active_subscribers) },
    { name: 'Renouvellements', value: formatNumber(totals.renewals) },
    { name: 'En live', value: formatNumber(live.length) },
  ];
};
