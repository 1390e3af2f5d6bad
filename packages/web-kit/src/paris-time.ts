import { instantOf, wallClock } from 'contracts/paris-clock';

/** "YYYY-MM-DDTHH:MM", what clocks in Paris show at an instant: the value of an input of type `datetime-local`. */
export const parisLocal = (instant: number): string => new Date(wallClock(instant)).toISOString().slice(0, 16);

/**
 * Returns the instant at which clocks in Paris show a time, in milliseconds; null for text that is no time. A time of the repeated
 * hour is the first of the two; one of the skipped hour is an hour later.
 * @param local "YYYY-MM-DDTHH:MM"
 */
export const instantOfParisLocal = (local: string): number | null => {
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) ? Date.parse(`${local}Z`) : NaN;
  return Number.isNaN(wall) ? null : instantOf(wall);
};
