import { defaultRangeExtractor } from '@tanstack/react-virtual';
import type { Range } from '@tanstack/react-virtual';

/** The rows in sight and one that stays drawn wherever the list is scrolled; null: none does. */
export const rangeWith = (range: Range, row: number | null): number[] => {
  const inSight = defaultRangeExtractor(range);
  return row === null || inSight.includes(row) ? inSight : [...inSight, row].sort((a, b) => a - b);
};
