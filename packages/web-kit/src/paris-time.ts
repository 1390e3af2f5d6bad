import { instantOf, wallClock } from './next-live.ts';

/** "YYYY-MM-DDTHH:MM", what clocks in Paris show at an instant: the value of an input of type `datetime-local`. */
export const parisLocal = (instant: number): string => new Date(wallClock(instant)).toISOString().slice(0, 16);

/**
 * The instant at which clocks in Paris show a time, in milliseconds; null for text that is no time. Of an hour that comes twice
 * it is the second, and one that is left out counts from an hour later.
 * @param local "YYYY-MM-DDTHH:MM"
 */
export const instantOfParisLocal = (local: string): number | null => {
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) ? Date.parse(`${local}Z`) : NaN;
  return Number.isNaN(wall) ? null : instantOf(wall);
};
