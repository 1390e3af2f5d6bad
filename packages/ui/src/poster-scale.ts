import type { CSSProperties } from 'react';

/** Largest length, as `lengthOf` counts, of each step, and its size as a part of the poster's. */
const STEPS = [
  [10, 1],
  [14, 0.76],
  [20, 0.58],
  [32, 0.46],
] as const;
const SMALLEST = 0.36;

/** A text wraps at spaces and hyphens, a word does not: a part of the whole, or its longest word. */
const lengthOf = (text: string): number =>
  Math.max(text.length / 2.4, ...text.split(/[\s-]+/).map((word) => word.length));

/** Style of a headline in the poster's size that steps down with the length of its text. Known without a measurement, so nothing moves. */
export const posterScale = (text: string): CSSProperties => {
  const scale = STEPS.find(([longest]) => lengthOf(text) <= longest)?.[1] ?? SMALLEST;
  return scale === 1 ? {} : ({ '--poster-scale': scale } as CSSProperties);
};
