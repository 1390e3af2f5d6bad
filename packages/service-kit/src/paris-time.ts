import { LIVE_TIME_ZONE } from 'contracts/limits';

const dateAndTime = new Intl.DateTimeFormat('fr-FR', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: LIVE_TIME_ZONE,
});
const date = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: LIVE_TIME_ZONE });

/** "22 novembre 2026 à 15:04 (heure de Paris)" */
export const inParis = (instant: string | Date): string => `${dateAndTime.format(new Date(instant))} (heure de Paris)`;
/** The day in Paris: "22 novembre 2026" */
export const onDay = (instant: string | Date): string => date.format(new Date(instant));
