import { z } from 'zod';
import { DAY_MS } from './durations.ts';
import { LIVE_TIME_ZONE } from './limits.ts';

/** Calendar day in Europe/Paris, YYYY-MM-DD, from 2000 to 2999: the days before and after it stay readable for databases. */
export const day = z.iso.date('Date invalide').refine((value) => value.startsWith('2'), 'Date invalide');

/** Maximum number of days of a period, counting the first and the last. */
export const PERIOD_MAX_DAYS = 366;
export const PERIOD_DEFAULT_DAYS = 30;

/** The Swedish locale formats days as ISO 8601 does. */
const inParis = new Intl.DateTimeFormat('sv-SE', {
  timeZone: LIVE_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the calendar day of an instant in Paris. */
export const parisDay = (instant: number | string | Date): string => inParis.format(new Date(instant));
/** Returns the day this many days later; earlier when negative. */
export const addDays = (from: string, days: number): string =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
/** Counts the days of a period; negative or zero when it ends before it begins. */
export const countDays = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;
