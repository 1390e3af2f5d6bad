import { LIVE_TIME_ZONE } from 'contracts/limits';

const format = new Intl.DateTimeFormat('fr-FR', {
  timeZone: LIVE_TIME_ZONE,
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const partsOf = (instant: string | Date): Record<string, string> =>
  Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));

/** Formats a day in Paris: "22 novembre 2026", "1er mai 2026". */
export const onDay = (instant: string | Date): string => {
  const { day, month, year } = partsOf(instant);
  return `${day === '1' ? '1er' : day} ${month} ${year}`;
};
/** Formats an instant: "22 novembre 2026 à 15h04 (heure de Paris)". */
export const inParis = (instant: string | Date): string => {
  const { hour, minute } = partsOf(instant);
  return `${onDay(instant)} à ${Number(hour)}h${minute} (heure de Paris)`;
};
