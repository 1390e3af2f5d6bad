import { ZERO_FIGURES } from 'contracts/overview';
import type { Overview, OverviewFigure } from 'contracts/overview';

/** A point of the chart: one day, or seven days that begin with it. */
export interface Point extends Record<OverviewFigure, number> {
  day: string;
  /** Last day of the point. */
  until: string;
}

/** Number of days beyond which a point covers a week. */
const MAX_DAILY_POINTS = 62;
const WEEK = 7;

const FIGURES = Object.keys(ZERO_FIGURES) as OverviewFigure[];

/** Whether the points of a series cover weeks. */
export const isWeekly = (series: Overview['series']): boolean => series.length > MAX_DAILY_POINTS;

/** Groups a series into one point per day or, for a long period, per seven days; the last may cover fewer. */
export const bucketsOf = (series: Overview['series']): Point[] => {
  const size = isWeekly(series) ? WEEK : 1;
  const points: Point[] = [];
  series.forEach((figures, index) => {
    const last = points.at(-1);
    if (index % size === 0 || !last) {
      points.push({ ...figures, until: figures.day });
      return;
    }
    for (const figure of FIGURES) last[figure] += figures[figure];
    last.until = figures.day;
  });
  return points;
};
