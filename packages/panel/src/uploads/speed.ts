import { formatBytes } from 'web-kit/formats';

/** Smoothing factor of the transfer rate's exponential moving average. */
const NEWEST_WEIGHT = 0.3;

/**
 * Returns the smoothed transfer rate in bytes per second after another sample.
 * @param bytesPerSecond rate so far; null at the start
 */
export const speedAfter = (bytesPerSecond: number | null, bytes: number, elapsedMs: number): number | null => {
  if (elapsedMs <= 0 || bytes <= 0) return bytesPerSecond;
  const measured = (bytes * 1000) / elapsedMs;
  return bytesPerSecond === null ? measured : bytesPerSecond + NEWEST_WEIGHT * (measured - bytesPerSecond);
};

const NBSP = '\u00a0';
const size = (bytes: number): string => formatBytes(bytes).replace(/,0(?=\s)/, '');

/** Formats seconds as "35 s", "2 min", "1 h 05". */
const formatTimeLeft = (seconds: number): string => {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))}${NBSP}s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes}${NBSP}min`;
  return `${Math.floor(minutes / 60)}${NBSP}h${NBSP}${String(minutes % 60).padStart(2, '0')}`;
};

interface TransferProgress {
  sentBytes: number;
  totalBytes: number;
  /** null until known. */
  bytesPerSecond: number | null;
}

/** Returns a text such as "12,4 Mo sur 80 Mo · 35 s"; the time only once the transfer rate is known. */
export const progressText = ({ sentBytes, totalBytes, bytesPerSecond }: TransferProgress): string => {
  const text = `${size(sentBytes)} sur ${size(totalBytes)}`;
  return bytesPerSecond && sentBytes < totalBytes
    ? `${text} · ${formatTimeLeft((totalBytes - sentBytes) / bytesPerSecond)}`
    : text;
};
