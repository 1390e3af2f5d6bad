import { parisTime } from './paris-clock.ts';

type Instant = string | number | Date;

const MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];

/** Formats a date as "21 novembre 2026", "1er mai 2026" (Europe/Paris). */
export const formatDate = (instant: Instant): string => {
  const { day, month, year } = parisTime(instant);
  return `${day === 1 ? '1er' : day} ${MONTHS[month - 1]} ${year}`;
};
/** Formats a time as "21h05" (Europe/Paris). */
export const formatTime = (instant: Instant): string => {
  const { hour, minute } = parisTime(instant);
  return `${hour}h${String(minute).padStart(2, '0')}`;
};
/** Formats an instant as "21 novembre 2026 à 21h05" (Europe/Paris). */
export const formatDateTime = (instant: Instant): string => `${formatDate(instant)} à ${formatTime(instant)}`;
/** Formats an instant as "21 novembre 2026 à 21h05 (heure de Paris)". */
export const formatParisDateTime = (instant: Instant): string => `${formatDateTime(instant)} (heure de Paris)`;
