import { defaultRangeExtractor } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';

/** Returns the rows in sight and one more that stays drawn wherever the list is scrolled; null: no such row. */
export const extendedRange = (range: Range, row: number | null): number[] => {
  const inSight = defaultRangeExtractor(range);
  return row === null || inSight.includes(row) ? inSight : [...inSight, row].sort((a, b) => a - b);
};
