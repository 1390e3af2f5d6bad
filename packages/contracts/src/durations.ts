export const HOUR_MS = 60 * 60_000;
/** Length of a day without a clock change, in milliseconds. */
export const DAY_MS = 24 * 60 * 60_000;
