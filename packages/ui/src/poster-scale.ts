import type { CSSProperties } from 'react';

/** Largest length of each step, as `lengthOf` counts, and its font size relative to the poster's. */
const STEPS = [
  [10, 1],
  [14, 0.76],
  [20, 0.58],
  [32, 0.46],
] as const;
const MIN_SCALE = 0.36;

/** Returns the larger of the length per line and the longest word: a text wraps at spaces and hyphens, a word does not. */
const lengthOf = (text: string): number =>
  Math.max(text.length / 2.4, ...text.split(/[\s-]+/).map((word) => word.length));

/**
 * Returns the style of a headline whose font size decreases with the length of its text. It needs no measurement, so nothing moves.
 */
export const posterScale = (text: string): CSSProperties => {
  const scale = STEPS.find(([longest]) => lengthOf(text) <= longest)?.[1] ?? MIN_SCALE;
  return scale === 1 ? {} : ({ '--poster-scale': scale } as CSSProperties);
};
