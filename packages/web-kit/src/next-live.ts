import { LIVE_TIME_ZONE } from 'contracts/limits';

const DAY = 24 * 60 * 60_000;
let parisFormat: Intl.DateTimeFormat | undefined;
/** Made when first needed: a phone takes several milliseconds for it. */
const inParis = () =>
  (parisFormat ??= new Intl.DateTimeFormat('en-US', {
    timeZone: LIVE_TIME_ZONE,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }));

/** What clocks in Paris show, as if it were UTC: milliseconds. */
export const wallClock = (instant: number): number => {
  const parts = Object.fromEntries(
    inParis()
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(parts.year ?? 0, (parts.month ?? 1) - 1, parts.day, parts.hour, parts.minute, parts.second);
};

/** The instant at which clocks in Paris show a time; twice, because the first guess may lie on the other side of a clock change. */
export const instantOf = (wall: number): number => {
  const guess = wall - (wallClock(wall) - wall);
  return guess - (wallClock(guess) - wall);
};

/**
 * When the next live begins: the next time that clocks in Paris show `start`.
 * @param start "HH:MM", wall-clock time in Paris (docs/domain.md#live)
 * @param now milliseconds
 * @returns milliseconds
 */
export const nextLive = (start: string, now: number): number => {
  const [hours = 0, minutes = 0] = start.split(':').map(Number);
  const today = Math.floor(wallClock(now) / DAY) * DAY + (hours * 60 + minutes) * 60_000;
  const tonight = instantOf(today);
  return tonight > now ? tonight : instantOf(today + DAY);
};
