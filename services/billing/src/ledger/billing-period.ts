import { parisDay } from 'contracts/days';
import { DAY_MS } from 'contracts/durations';

/** End of unlimited access: contract schemas only accept years of four digits, even after adding the grace period. */
export const LATEST_END = new Date('9999-01-01T00:00:00.000Z');

/**
 * Returns the same day in Paris some months later, or the last day of a shorter month, at the same time of day in UTC, or a day before
 * where that time is of the next day in Paris (docs/domain.md#ledger, rule 3).
 */
export const monthsAfter = (anchor: Date, months: number): Date => {
  const [year = 0, month = 0, day = 0] = parisDay(anchor).split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const endDay = Date.UTC(year, month - 1 + months, Math.min(day, lastDay));
  const end = new Date(endDay + (anchor.getTime() % DAY_MS));
  if (end >= LATEST_END) return LATEST_END;
  if (parisDay(end) !== new Date(endDay).toISOString().slice(0, 10)) end.setUTCDate(end.getUTCDate() - 1);
  return end;
};
