import { LIVE_TIME_ZONE } from 'contracts/limits';

/**
 * What decides whether a model is live: `on` or `off` by hand, or wall-clock times "HH:MM-HH:MM" in Europe/Paris. An end before the
 * start lies on the next day; equal ones mean never live.
 */
export type LiveRule = string;

/** The rule of a model. @param override by hand; null: the schedule decides */
export const liveRuleOf = ({
  start,
  end,
  override,
}: {
  start: string;
  end: string;
  override: boolean | null;
}): LiveRule => (override === null ? `${start}-${end}` : override ? 'on' : 'off');

const DAY = 24 * 60 * 60_000;
const HOUR = 60 * 60_000;
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

const MAX_REMEMBERED = 5_000;
/** Remembers what depends on its key alone: the models of a list have the same few schedules. */
const remembering = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    if (known.size >= MAX_REMEMBERED) known.clear();
    known.set(key, made);
    return made;
  };
};

/** By the hour of UTC, within which no clock in Paris changes. */
const offsetOfHour = remembering((hour: number): number => {
  const parts = Object.fromEntries(
    clock.formatToParts(hour * HOUR).map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  const wall = Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second);
  return wall - hour * HOUR;
});
const offsetAt = (instant: number): number => offsetOfHour(Math.floor(instant / HOUR));

/**
 * The instant of a wall-clock time, written as if it were UTC. Where the clocks go back, the first of the two; where they go forward
 * over it, as much later as they jump (RFC 5545, section 3.3.5).
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

interface Window {
  /** Included. */
  from: number;
  /** Excluded. */
  to: number;
}

/** By "start-end day", the day counted from 1970. */
const windowsOf = remembering((key: string): readonly Window[] => {
  const [times = '', day = ''] = key.split(' ');
  const [from = 0, to = 0] = times.split('-').map(minutesOf);
  if (from === to) return [];
  const today = Number(day) * DAY;
  return [-1, 0, 1, 2]
    .map((offset) => today + offset * DAY)
    .map((midnight) => ({
      from: instantOf(midnight + from * MINUTE),
      to: instantOf(midnight + (to > from ? 0 : DAY) + to * MINUTE),
    }));
});
/** The windows that begin from the eve of an instant's day to its second morrow. */
const windowsAround = (rule: LiveRule, instant: number): readonly Window[] =>
  rule === 'on' || rule === 'off' ? [] : windowsOf(`${rule} ${Math.floor((instant + offsetAt(instant)) / DAY)}`);

const within = (windows: readonly Window[], instant: number): boolean =>
  windows.some(({ from, to }) => from <= instant && instant < to);
const boundariesOf = (windows: readonly Window[]): number[] =>
  windows.flatMap(({ from, to }) => [from, to]).sort((a, b) => a - b);

/** Whether a model with this rule is live at an instant (milliseconds). */
export const isLiveAt = (rule: LiveRule, instant: number): boolean =>
  rule === 'on' || within(windowsAround(rule, instant), instant);

/** The next instant (milliseconds) at which the schedule begins or ends a live; null where it never does, or does not decide. */
export const nextChange = (rule: LiveRule, instant: number): number | null => {
  const windows = windowsAround(rule, instant);
  const now = within(windows, instant);
  return boundariesOf(windows).find((boundary) => boundary > instant && within(windows, boundary) !== now) ?? null;
};

/** When (milliseconds) the schedule last began or ended a live, at an instant or before it; null as in `nextChange`. */
export const lastChange = (rule: LiveRule, instant: number): { at: number; isLive: boolean } | null => {
  const windows = windowsAround(rule, instant);
  const at = boundariesOf(windows).findLast(
    (boundary) => boundary <= instant && within(windows, boundary) !== within(windows, boundary - 1),
  );
  return at === undefined ? null : { at, isLive: within(windows, at) };
};

/** The first instant (milliseconds) at which any of the rules begins or ends a live; null where none does. */
export const nextChangeOfAny = (rules: Iterable<LiveRule>, instant: number): number | null => {
  let first: number | null = null;
  for (const rule of rules) {
    const next = nextChange(rule, instant);
    if (next !== null && (first === null || next < first)) first = next;
  }
  return first;
};
