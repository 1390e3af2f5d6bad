import { DAY_MS } from 'contracts/durations';
import { instantOf, msOfTime, wallClock } from 'contracts/paris-clock';

// Exported here, so that shell and micro-frontends share one copy of it.
export { wallClock };

/**
 * Returns the start of the next live: the next time that clocks in Paris show `start`.
 * @param start "HH:MM", wall-clock time in Paris (docs/domain.md#live)
 * @returns milliseconds
 */
export const nextLive = (start: string, nowMs: number): number => {
  const today = Math.floor(wallClock(nowMs) / DAY_MS) * DAY_MS + msOfTime(start);
  const tonight = instantOf(today);
  return tonight > nowMs ? tonight : instantOf(today + DAY_MS);
};
