/** The end of what a partner sells for ever: instants of the contracts have years of four digits, with the days of grace too. */
export const LATEST_END = new Date('9999-01-01T00:00:00.000Z');

/** The same day and hour some months later; the month's last day where it is shorter. */
export const monthsAfter = (anchor: Date, months: number): Date => {
  const end = new Date(anchor);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== anchor.getUTCDate()) end.setUTCDate(0);
  return end < LATEST_END ? end : LATEST_END;
};
