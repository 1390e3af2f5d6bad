/** End of unlimited access: contract schemas only accept years of four digits, even after adding the grace period. */
export const LATEST_END = new Date('9999-01-01T00:00:00.000Z');

/** Returns the same day and time some months later, or the last day of a shorter month. */
export const monthsAfter = (anchor: Date, months: number): Date => {
  const end = new Date(anchor);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== anchor.getUTCDate()) end.setUTCDate(0);
  return end < LATEST_END ? end : LATEST_END;
};
