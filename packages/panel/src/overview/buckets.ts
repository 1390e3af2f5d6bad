import type { Overview } from 'contracts/overview';

export type Point = Overview['series'][number] & { /** Last day of the bar. */ until: string };

/** Days beyond which a bar is a week. */
const DAILY = 62;
const WEEK = 7;

export const isWeekly = (series: Overview['series']): boolean => series.length > DAILY;

/** One bar a day or, of a long period, seven days; the last may have fewer. */
export const bucketsOf = (series: Overview['series']): Point[] => {
  const size = isWeekly(series) ? WEEK : 1;
  const points: Point[] = [];
  series.forEach((figures, index) => {
    const last = points.at(-1);
    if (index % size === 0 || !last) points.push({ ...figures, until: figures.day });
    else {
      last.registrations += figures.registrations;
      last.paid += figures.paid;
      last.refunds += figures.refunds;
      last.revenue_cents += figures.revenue_cents;
      last.until = figures.day;
    }
  });
  return points;
};

/** The next round figure that holds a value: 1, 2 or 5 times a power of ten. */
export const roundUp = (value: number): number => {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
};
