import { DAY_MS, HOUR_MS } from 'contracts/durations';
import { instantOf, msOfTime, offsetAt as parisOffsetAt } from 'contracts/paris-clock';

/**
 * Rule for whether a model is live: `on` or `off` (manual), or wall-clock times "HH:MM-HH:MM" in Europe/Paris. An end before the
 * start is on the next day; equal times mean never live.
 */
export type LiveRule = string;

/** Returns the rule of a model. @param override manual override; null: the schedule decides */
export const liveRuleOf = ({
  start,
  end,
  override,
}: {
  start: string;
  end: string;
  override: boolean | null;
}): LiveRule => (override === null ? `${start}-${end}` : override ? 'on' : 'off');

const MAX_REMEMBERED = 5_000;
/** Caches the results of a pure function: the models of a list share a few schedules. */
const remembering = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const values = new Map<Key, Value>();
  return (key) => {
    const cachedValue = values.get(key);
    if (cachedValue !== undefined) return cachedValue;
    const value = make(key);
    if (values.size >= MAX_REMEMBERED) values.clear();
    values.set(key, value);
    return value;
  };
};

/** Offset by UTC hour: clocks in Paris change only on the hour. */
const offsetOfHour = remembering((hour: number): number => parisOffsetAt(hour * HOUR_MS));
const offsetAt = (instant: number): number => offsetOfHour(Math.floor(instant / HOUR_MS));

interface Window {
  /** Inclusive. */
  from: number;
  /** Exclusive. */
  to: number;
}

/** Returns the windows around a day, by "start-end day", with the day counted from 1970. */
const windowsOf = remembering((key: string): readonly Window[] => {
  const [times = '', day = ''] = key.split(' ');
  const [from = 0, to = 0] = times.split('-').map(msOfTime);
  if (from === to) return [];
  const today = Number(day) * DAY_MS;
  return [-1, 0, 1, 2]
    .map((offset) => today + offset * DAY_MS)
    .map((midnight) => ({
      from: instantOf(midnight + from, offsetAt),
      to: instantOf(midnight + (to > from ? 0 : DAY_MS) + to, offsetAt),
    }));
});
/** Returns the windows that begin from the day before an instant's day to two days after it. */
const windowsAround = (rule: LiveRule, instant: number): readonly Window[] =>
  rule === 'on' || rule === 'off' ? [] : windowsOf(`${rule} ${Math.floor((instant + offsetAt(instant)) / DAY_MS)}`);

const within = (windows: readonly Window[], instant: number): boolean =>
  windows.some(({ from, to }) => from <= instant && instant < to);
const boundariesOf = (windows: readonly Window[]): number[] =>
  windows.flatMap(({ from, to }) => [from, to]).sort((a, b) => a - b);

/** Whether a model with this rule is live at an instant (milliseconds). */
export const isLiveAt = (rule: LiveRule, instant: number): boolean =>
  rule === 'on' || within(windowsAround(rule, instant), instant);

/**
 * Returns the next instant (milliseconds) at which the schedule starts or ends a live; null when it never does, or does not apply.
 */
export const nextChange = (rule: LiveRule, instant: number): number | null => {
  const windows = windowsAround(rule, instant);
  const now = within(windows, instant);
  return boundariesOf(windows).find((boundary) => boundary > instant && within(windows, boundary) !== now) ?? null;
};

/**
 * Returns the last instant (milliseconds, up to the given one) at which the schedule started or ended a live; null as in
 * `nextChange`.
 */
export const lastChange = (rule: LiveRule, instant: number): { at: number; isLive: boolean } | null => {
  const windows = windowsAround(rule, instant);
  const at = boundariesOf(windows).findLast(
    (boundary) => boundary <= instant && within(windows, boundary) !== within(windows, boundary - 1),
  );
  return at === undefined ? null : { at, isLive: within(windows, at) };
};

/** Returns the first instant (milliseconds) at which any of the rules starts or ends a live; null when none does. */
export const nextChangeOfAny = (rules: Iterable<LiveRule>, instant: number): number | null => {
  let first: number | null = null;
  for (const rule of rules) {
    const next = nextChange(rule, instant);
    if (next !== null && (first === null || next < first)) first = next;
  }
  return first;
};
