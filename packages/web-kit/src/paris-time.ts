import { instantOf, wallClock } from 'contracts/paris-clock';

/** Formats an instant as "YYYY-MM-DDTHH:MM" in Paris time, the value of an input of type `datetime-local`. */
export const parisLocal = (instant: number): string => new Date(wallClock(instant)).toISOString().slice(0, 16);

/**
 * Returns the instant of a Paris time, in milliseconds; null for invalid text. A time of the repeated hour means its first
 * occurrence; one of the skipped hour is moved by an hour.
 * @param local "YYYY-MM-DDTHH:MM"
 */
export const instantOfParisLocal = (local: string): number | null => {
  const wall = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(local) ? Date.parse(`${local}Z`) : NaN;
  return Number.isNaN(wall) ? null : instantOf(wall);
};
