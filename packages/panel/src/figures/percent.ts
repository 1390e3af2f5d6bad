import { formatNumber } from 'web-kit/formats';

const NBSP = '\u00a0';

/** "7,2 %", or a dash where there is nothing to compare with. */
export const percentOf = (part: number, whole: number): string =>
  whole > 0 ? `${formatNumber((part / whole) * 100, 1)}${NBSP}%` : '–';
