import { DAY_MS } from './durations.ts';
import { LIVE_TIME_ZONE } from './limits.ts';

type ParisTime = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;

let parisFormat: Intl.DateTimeFormat | undefined;
/** Creates the format on first use: a phone takes several milliseconds for it. */
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

/** Date and time of day in Paris at an instant; months count from 1. */
export const parisTime = (instant: string | number | Date): ParisTime =>
  Object.fromEntries(
    formatInParis()
      .formatToParts(new Date(instant))
      .map(({ type, value }) => [type, Number(value)]),
  ) as ParisTime;

/** Wall-clock time in Paris at an instant, written as if it were UTC: milliseconds, in whole seconds. */
export const wallClock = (instant: number): number => {
  const { year, month, day, hour, minute, second } = parisTime(instant);
  return Date.UTC(year, month - 1, day, hour, minute, second);
};

/** Milliseconds that clocks in Paris are ahead of UTC at an instant. */
export const offsetAt = (instant: number): number => wallClock(instant) - Math.floor(instant / 1000) * 1000;

/**
 * Returns the instant of a wall-clock time in Paris: the first of two in the repeated hour; in the skipped hour, as much later as the
 * clocks jump (RFC 5545, section 3.3.5).
 * @param wall milliseconds, written as if it were UTC
 * @param offset replaces `offsetAt`, for example by a cached one
 */
export const instantOf = (wall: number, offset = offsetAt): number => {
  const before = wall - offset(wall - DAY_MS);
  const after = wall - offset(wall + DAY_MS);
  return after + offset(after) === wall && before + offset(before) !== wall ? after : before;
};
