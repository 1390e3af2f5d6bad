import { parisTime } from './paris-clock.ts';

const DAY = 24 * 60 * 60_000;

/** What clocks in Paris show, as if it were UTC: milliseconds. */
export const wallClock = (instant: number): number => {
  const { year, month, day, hour, minute, second } = parisTime(instant);
  return Date.UTC(year, month - 1, day, hour, minute, second);
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
