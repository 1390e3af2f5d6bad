import { DAY_MS } from './durations.ts';
import { LIVE_TIME_ZONE } from './limits.ts';

type ParisTime = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;

let parisFormat: Intl.DateTimeFormat | undefined;
/** Creates the format on first use: it takes a phone several milliseconds. */
const formatInParis = () =>
  (parisFormat ??= new Intl.DateTimeFormat('en', {
    timeZone: LIVE_TIME_ZONE,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }));

/** Returns date and time of day in Paris at an instant; months count from 1. */
export const parisTime = (instant: string | number | Date): ParisTime =>
  Object.fromEntries(
    formatInParis()
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, Number(value)]),
  ) as ParisTime;

/** Returns the milliseconds from midnight to a time of day, "HH:MM". */
export const msOfTime = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60_000;
};

/** Returns the wall-clock time in Paris at an instant as if it were UTC: milliseconds, rounded down to seconds. */
export const wallClock = (instant: number): number => {
  const { year, month, day, hour, minute, second } = parisTime(instant);
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** Returns the offset of Paris from UTC at an instant, in milliseconds. */
export const offsetAt = (instant: number): number => wallClock(instant) - Math.floor(instant / 1000) * 1000;

/**
 * Returns the instant of a wall-clock time in Paris. The repeated hour gives the first of its two instants; a time in the skipped
 * hour is moved forward by the length of the gap (RFC 5545, section 3.3.5).
 * @param wall milliseconds, as if the time were UTC
 * @param offset replaces `offsetAt`, for example by a cached function
 */
export const instantOf = (wall: number, offset = offsetAt): number => {
  const before = wall - offset(wall - DAY_MS);
  const after = wall - offset(wall + DAY_MS);
  return after + offset(after) === wall && before + offset(before) !== wall ? after : before;
};
