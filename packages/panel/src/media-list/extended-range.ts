import { defaultRangeExtractor } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';

/** Returns the visible rows and one row that stays rendered at any scroll position. @param row null: no such row */
export const extendedRange = (range: Range, row: number | null): number[] => {
  const inSight = defaultRangeExtractor(range);
  return row === null || inSight.includes(row) ? inSight : [...inSight, row].sort((a, b) => a - b);
};
