import { LIVE_TIME_ZONE } from 'contracts/limits';

const UNITS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;
type ParisTime = Record<(typeof UNITS)[number], number>;

let parisFormat: Intl.DateTimeFormat | undefined;
/** Made when first needed: a phone takes several milliseconds for it. */
const inParis = () =>
  (parisFormat ??= new Intl.DateTimeFormat('en-US', {
    timeZone: LIVE_TIME_ZONE,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }));

/** What calendars and clocks in Paris show at an instant; months count from 1. */
export const parisTime = (instant: string | number | Date): ParisTime => {
  const parts = inParis().formatToParts(new Date(instant));
  return Object.fromEntries(
    UNITS.map((unit) => [unit, Number(parts.find(({ type }) => type === unit)?.value)]),
  ) as ParisTime;
};
