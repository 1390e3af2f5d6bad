/** Returns the delay before the next attempt after a number of attempts; the last delay repeats. */
export const retryDelay = (delays: readonly number[], attempts: number): number =>
  delays[Math.min(attempts, delays.length) - 1] ?? 0;
