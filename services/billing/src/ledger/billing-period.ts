/** The same day and hour some months later; the month's last day where it is shorter. */
export const monthsAfter = (anchor: Date, months: number): Date => {
  const end = new Date(anchor);
  end.setUTCMonth(end.getUTCMonth() + months);
  if (end.getUTCDate() !== anchor.getUTCDate()) end.setUTCDate(0);
  return end;
};
