import { DAY_MS } from 'contracts/durations';
import { formatDate, formatTime } from 'contracts/french-dates';
import { formatNumber as plainNumber } from 'contracts/numbers';
import { formatPrice as plainPrice } from 'contracts/offer';

export { formatDate, formatDateTime, formatTime } from 'contracts/french-dates';

const NBSP = '\u00a0';

/** Uses the minus sign on screens; files for spreadsheets use a hyphen. */
const withMinus = (text: string): string => text.replace('-', '\u2212');
/** Formats 12345 as "12 345", -12.5 with a decimal as "−12,5". */
export const formatNumber: typeof plainNumber = (value, decimals) => withMinus(plainNumber(value, decimals));
/** Formats cents as "1 234,50 €" or "−1 234,50 USD". */
export const formatPrice: typeof plainPrice = (cents, currency) => withMinus(plainPrice(cents, currency));

/** Formats "1 photo", "3 photos": French uses the singular below two. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)}${NBSP}${Math.abs(count) < 2 ? one : many}`;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats a moment as "aujourd’hui à 21h05", "hier à 21h05", "le 3 novembre 2026 à 21h05" (Europe/Paris). */
export const formatMoment = (instant: string | number | Date, now: number): string => {
  const date = formatDate(instant);
  const day = date === formatDate(now) ? 'aujourd’hui' : date === formatDate(now - DAY_MS) ? 'hier' : `le ${date}`;
  return `${day} à ${formatTime(instant)}`;
};
const timeLeft = (milliseconds: number) => {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return { hours: Math.floor(seconds / 3600), minutes: Math.floor((seconds % 3600) / 60), seconds: seconds % 60 };
};
/** Formats the remaining time as "2 h 05 min 09 s" or "05 min 09 s", for a countdown. */
export const formatCountdown = (milliseconds: number): string => {
  const { hours, minutes, seconds } = timeLeft(milliseconds);
  const two = (value: number, unit: string) => `${twoDigits(value)}${NBSP}${unit}`;
  return [...(hours > 0 ? [`${hours}${NBSP}h`] : []), two(minutes, 'min'), two(seconds, 's')].join(' ');
};
/** Formats the remaining time for screen readers, without seconds: "2 heures et 5 minutes", "moins d’une minute". */
export const spokenCountdown = (milliseconds: number): string => {
  const { hours, minutes } = timeLeft(milliseconds);
  const parts = [
    ...(hours > 0 ? [plural(hours, 'heure')] : []),
    ...(minutes > 0 || hours > 0 ? [plural(minutes, 'minute')] : []),
  ];
  return parts.length > 0 ? parts.join(' et ') : 'moins d’une minute';
};
/** Formats bytes as "1,5 Mo". */
export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${formatNumber(Math.ceil(bytes / 1024))}${NBSP}Ko`
    : `${formatNumber(bytes / 1024 / 1024, 1)}${NBSP}Mo`;
