import { LIVE_TIME_ZONE } from 'contracts/limits';

/** Wall-clock times "HH:MM" in Europe/Paris. An end before the start lies on the next day; equal ones mean never live. */
export interface Schedule {
  start: string;
  end: string;
}

const DAY = 24 * 60 * 60_000;
const MINUTE = 60_000;
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: LIVE_TIME_ZONE,
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
});

/** What the wall clock shows at an instant, written as if it were UTC, in milliseconds. */
const wallClock = (instant: number): number => {
  const parts = Object.fromEntries(
    clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  return Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second);
};
const offsetAt = (instant: number): number => wallClock(instant) - Math.floor(instant / 1000) * 1000;

/**
 * The instant of a wall-clock time. Where the clocks go back, the first of the two; where they go forward over it,
 * as much later as they jump (RFC 5545, section 3.3.5).
 */
const instantOf = (wall: number): number => {
  const before = offsetAt(wall - DAY);
  const after = offsetAt(wall + DAY);
  const first = wall - before;
  if (offsetAt(first) === before) return first;
  const second = wall - after;
  return offsetAt(second) === after ? second : first;
};

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The windows, [from, to[, that begin from the eve of an instant's day to its second morrow. */
const windowsAround = ({ start, end }: Schedule, instant: number): { from: number; to: number }[] => {
  const [from, to] = [minutesOf(start), minutesOf(end)];
  if (from === to) return [];
  const today = Math.floor(wallClock(instant) / DAY) * DAY;
  return [-1, 0, 1, 2]
    .map((day) => today + day * DAY)
    .map((midnight) => ({
      from: instantOf(midnight + from * MINUTE),
      to: instantOf(midnight + (to > from ? 0 : DAY) + to * MINUTE),
    }));
};

const within = (windows: readonly { from: number; to: number }[], instant: number): boolean =>
  windows.some(({ from, to }) => from <= instant && instant < to);

/** Whether the schedule is live at an instant (milliseconds). */
export const isLiveAt = (schedule: Schedule, instant: number): boolean =>
  within(windowsAround(schedule, instant), instant);

/** The next instant (milliseconds) at which the schedule changes its mind, or null where it never does. */
export const nextTransition = (schedule: Schedule, instant: number): number | null => {
  const windows = windowsAround(schedule, instant);
  const now = within(windows, instant);
  const boundaries = windows.flatMap(({ from, to }) => [from, to]).sort((a, b) => a - b);
  return boundaries.find((boundary) => boundary > instant && within(windows, boundary) !== now) ?? null;
};
