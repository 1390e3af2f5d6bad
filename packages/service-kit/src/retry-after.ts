/** Seconds that a `Retry-After` states, as a number or as a date (RFC 9110, section 10.2.3); null where it states none. */
export const retryAfterSecondsOf = (retryAfter: string | undefined, nowMs: number): number | null => {
  if (retryAfter === undefined) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - nowMs) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
};
