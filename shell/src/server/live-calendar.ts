import { DAY_MS } from 'contracts/durations';
import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { ModelView } from 'contracts/models';
import { pagePath } from 'contracts/pages';
import { msOfTime } from 'contracts/paris-clock';
import { ofName } from 'contracts/texts';
import { nextLive, wallClock } from 'web-kit/next-live';
import type { Site } from './site.ts';

/** Bytes of a line without its break (RFC 5545, section 3.1). */
const LINE_BYTES = 75;

/** Time zone of Paris with the rules since 1996, from which a calendar reads the offset of a date. */
const TIME_ZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${LIVE_TIME_ZONE}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:19960331T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZNAME:CEST',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZNAME:CET',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** Escapes a TEXT value (RFC 5545, section 3.3.11). */
const escapeValue = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|[\r\n]/g, '\\n');

/** Folds a content line between characters, so that no part is longer than LINE_BYTES. */
const fold = (line: string): string => {
  const parts: string[] = [];
  let part = '';
  for (const character of line) {
    if (Buffer.byteLength(part + character) > LINE_BYTES) {
      parts.push(part);
      part = ' ';
    }
    part += character;
  }
  return [...parts, part].join('\r\n');
};

/** Formats a Paris wall-clock time, given in milliseconds as if it were UTC, as "20260310T210000". */
const dateTime = (wallMs: number): string =>
  new Date(wallMs)
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d+Z$/, '');

/**
 * Renders the next live of a model as an iCalendar file with a reminder ten minutes before (RFC 5545).
 * @param nowMs instant of the request
 * @returns null where the schedule has no live (docs/domain.md#live)
 */
export const renderLiveCalendar = (
  { name, slug, live_schedule_start: start, live_schedule_end: end }: ModelView,
  site: Site,
  nowMs: number,
): string | null => {
  if (start === end) return null;
  const startMs = wallClock(nextLive(start, nowMs));
  const endOfDayMs = Math.floor(startMs / DAY_MS) * DAY_MS + msOfTime(end);
  const endMs = end > start ? endOfDayMs : endOfDayMs + DAY_MS;
  const address = new URL(pagePath('live', slug), `${site.url}/`);
  const title = escapeValue(`Live ${ofName(name)}`);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeValue(site.title)}//Live//FR`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...TIME_ZONE,
    'BEGIN:VEVENT',
    `UID:live-${slug}-${dateTime(startMs).slice(0, 8)}@${address.hostname}`,
    `DTSTAMP:${dateTime(nowMs)}Z`,
    `DTSTART;TZID=${LIVE_TIME_ZONE}:${dateTime(startMs)}`,
    `DTEND;TZID=${LIVE_TIME_ZONE}:${dateTime(endMs)}`,
    `SUMMARY:${title}`,
    `DESCRIPTION:${escapeValue(`${site.title}\n${address.href}`)}`,
    `URL:${address.href}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${title}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('');
};
