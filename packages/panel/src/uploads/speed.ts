import { formatBytes } from 'web-kit/formats';

/** Weight of the newest sample in the moving average of the transfer rate. */
const NEWEST = 0.3;

/**
 * The pace of a transfer after some more bytes.
 * @param before bytes per second so far, null at the start
 * @param milliseconds in which the bytes went
 */
export const speedAfter = (before: number | null, bytes: number, milliseconds: number): number | null => {
  if (milliseconds <= 0 || bytes <= 0) return before;
  const measured = (bytes * 1000) / milliseconds;
  return before === null ? measured : before + NEWEST * (measured - before);
};

const NBSP = '\u00a0';
const size = (bytes: number): string => formatBytes(bytes).replace(/,0(?=\s)/, '');

/** Seconds as "35 s", "2 min", "1 h 05". */
export const formatTimeLeft = (seconds: number): string => {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))}${NBSP}s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes}${NBSP}min`;
  return `${Math.floor(minutes / 60)}${NBSP}h${NBSP}${String(minutes % 60).padStart(2, '0')}`;
};

/** "12,4 Mo sur 80 Mo · 35 s"; the time only once the pace is known. */
export const progressText = ({ sent, total, speed }: { sent: number; total: number; speed: number | null }): string => {
  const bytes = `${size(sent)} sur ${size(total)}`;
  return speed && sent < total ? `${bytes} · ${formatTimeLeft((total - sent) / speed)}` : bytes;
};
