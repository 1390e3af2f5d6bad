/** Returns the seconds of a `Retry-After` header, given as a number or as a date (RFC 9110, section 10.2.3); null when invalid. */
export const retryAfterSecondsOf = (retryAfter: string | undefined, nowMs: number): number | null => {
  if (retryAfter === undefined) return null;
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - nowMs) / 1_000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
};
