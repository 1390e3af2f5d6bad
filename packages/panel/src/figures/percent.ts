import { formatNumber } from 'web-kit/formats';

const NBSP = '\u00a0';

/** Formats a share as "7,2 %", or as a dash where `whole` is zero. */
export const percentOf = (part: number, whole: number): string =>
  whole > 0 ? `${formatNumber((part / whole) * 100, 1)}${NBSP}%` : '–';
