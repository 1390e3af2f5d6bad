import type { Overview, OverviewFigure, OverviewFigures } from 'contracts/overview';
import type { Figure } from 'ui/figure-cards';
import { formatDate, formatNumber, formatPrice } from 'web-kit/formats';
import { bucketsOf } from './buckets.ts';
import type { Point } from './buckets.ts';
import { percentOf } from './percent.ts';

/** Money that a panel shows: payments in the administrator's, earnings in an affiliate's. */
export type Money = 'revenue' | 'earnings';
export const MONEY = {
  revenue: { figure: 'revenue_cents', others: 'other_revenue', name: 'Revenu', sum: 'Revenu TTC' },
  earnings: { figure: 'earnings_cents', others: 'other_earnings', name: 'Commissions', sum: 'Commissions' },
} as const satisfies Record<
  Money,
  { figure: OverviewFigure; others: keyof OverviewFigures; name: string; sum: string }
>;

/** Formats amounts as "12,00 € + 3,00 USD", without conversion. */
const amountsText = (cents: number, others: OverviewFigures['other_revenue'] = []): string =>
  [formatPrice(cents), ...others.map((other) => formatPrice(other.cents, other.currency))].join(' + ');

/** Formats the sums of all currencies. */
export const moneyText = (figures: OverviewFigures, money: Money): string =>
  amountsText(figures[MONEY[money].figure], figures[MONEY[money].others]);

const clawbackText = ({ clawback_cents, other_clawbacks }: OverviewFigures): string =>
  amountsText(
    Math.abs(clawback_cents),
    other_clawbacks?.map(({ currency, cents }) => ({ currency, cents: Math.abs(cents) })),
  );

const NBSP = '\u00a0';

const directionOf = (difference: number) => (difference > 0 ? 'up' : difference < 0 ? 'down' : 'flat');

/**
 * Returns a change such as "8 %" against the preceding period, or "3 de plus" where that was zero; undefined where both are.
 * @param text the present figure as it is shown
 */
const changeOf = (now: number, before: number, { isLossGood = false, text = '' } = {}): Figure['change'] => {
  if (before === 0 && now > 0) return { text: `${text}${NBSP}de plus`, direction: 'up', isGood: !isLossGood };
  if (before <= 0) return undefined;
  const percent = Math.round((now / before - 1) * 100);
  const direction = directionOf(percent);
  return {
    text: direction === 'flat' ? 'Inchangé' : `${formatNumber(Math.abs(percent))}${NBSP}%`,
    direction,
    isGood: (direction === 'up') !== isLossGood,
  };
};

/**
 * Returns why the preceding period cannot be compared with, as a sentence for the user: it began before the first figures. null
 * where it can be.
 */
export const comparisonFault = ({ first_day, previous_series }: Overview): string | null => {
  const [start] = previous_series;
  if (!first_day || !start || first_day <= start.day) return null;
  return `Pas de comparaison\u00a0: l’historique commence le ${formatDate(new Date(`${first_day}T12:00:00Z`))}.`;
};
const NO_CHANGE: Figure['change'] = { text: '–', direction: 'flat', isGood: true };

/** Returns first payments per visit, in percent. */
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

/** Returns the figures of the period, each with its change and its trend. @param isPart whether they are of one model or source */
export const figuresOf = (overview: Overview, money: Money, { isPart = false } = {}): Figure[] => {
  const { totals, previous, series, previous_series, active_subscribers, live, live_count = live.length } = overview;
  const [now, before] = [bucketsOf(series), bucketsOf(previous_series)];
  const trendOf = (read: (point: Point) => number) => ({ now: now.map(read), before: before.map(read) });
  const figureOf = (
    figure: OverviewFigure,
    name: string,
    { isLossGood = false, value = formatNumber(totals[figure]) } = {},
  ): Figure => ({
    name,
    value,
    change: changeOf(totals[figure], previous[figure], { isLossGood, text: value }),
    trend: trendOf((point) => point[figure]),
  });
  const refunds = figureOf('refunds', 'Remboursements', { isLossGood: true });
  const clawbacks: Figure = {
    name: 'Reprises',
    value: clawbackText(totals),
    change: changeOf(Math.abs(totals.clawback_cents), Math.abs(previous.clawback_cents), {
      isLossGood: true,
      text: clawbackText(totals),
    }),
    trend: trendOf((point) => Math.abs(point.clawback_cents)),
  };
  const figures: Figure[] = [
    figureOf('visits', 'Visites'),
    figureOf('registrations', 'Inscriptions'),
    figureOf('paid', 'Premiers paiements'),
    {
      name: 'Conversion',
      value: percentOf(totals.paid, totals.visits),
      change: conversionChange(overview),
      trend: trendOf(conversionOf),
    },
    figureOf(MONEY[money].figure, MONEY[money].sum, { value: moneyText(totals, money) }),
    money === 'revenue' ? refunds : clawbacks,
    { name: 'Abonnés actifs', value: formatNumber(active_subscribers) },
    { name: 'Renouvellements', value: formatNumber(totals.renewals) },
    ...(money === 'earnings' ? [{ name: 'Remboursements', value: formatNumber(totals.refunds) }] : []),
    ...(money === 'revenue' && !isPart ? [{ name: 'En live', value: formatNumber(live_count) }] : []),
  ];
  if (comparisonFault(overview) === null) return figures;
  return figures.map((figure) => (figure.trend ? { ...figure, change: NO_CHANGE } : figure));
};
