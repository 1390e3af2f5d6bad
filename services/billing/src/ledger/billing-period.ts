import { parisDay } from 'contracts/days';
import { HOUR_MS } from 'contracts/durations';

/** End of unlimited access: contract schemas only accept years of four digits, even after adding the grace period. */
export const LATEST_END = new Date('9999-01-01T00:00:00.000Z');

/**
 * Returns the same day in Paris some months later, or the last day of a shorter month, at the same time of day in UTC, or an hour
 * before or after where that time is of another day in Paris (docs/domain.md#ledger, rule 3).
 */
export const monthsAfter = (anchor: Date, months: number): Date => {
  const [year = 0, month = 0, day = 0] = parisDay(anchor).split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const endDay = Date.UTC(year, month - 1 + months, Math.min(day, lastDay));
  // Negative in the first hours of a day in Paris.
  const timeOfDay = anchor.getTime() - Date.UTC(year, month - 1, day);
  const end = endDay + timeOfDay;
  if (end >= LATEST_END.getTime()) return LATEST_END;
  const [reached, due] = [parisDay(end), new Date(endDay).toISOString().slice(0, 10)];
  return new Date(reached === due ? end : reached < due ? end + HOUR_MS : end - HOUR_MS);
};
