import { failuresOf } from '../open-loop.ts';
import type { Measured } from '../open-loop.ts';
import type { ReadTimes } from './figures.ts';

/** Targets of the issue and the service objectives, on two cores. */
export const TARGETS = { postbackP95Ms: 150, readRatio: 1.2, figuresP95Ms: 300 } as const;

interface Results {
  alone: Measured;
  beside: Measured;
  postbacks: Measured;
  /** Number of postbacks that the administrator's list shows as recorded. */
  stored: number;
}

interface Check {
  text: string;
  isMet: boolean;
}

const milliseconds = (value: number): string => `${value.toFixed(1)} ms`;

/** Returns the ratio of the reads' 95th percentile with postbacks to that without. */
export const readRatio = ({ alone, beside }: Pick<Results, 'alone' | 'beside'>): number => beside.p95 / alone.p95;

/** Checks each read of figures against its target. */
export const figuresVerdict = (times: readonly ReadTimes[]): Check[] =>
  times.map(({ name, p50, p95 }) => ({
    text: `${name} p95 ${milliseconds(p95)}, p50 ${milliseconds(p50)} (target: below ${TARGETS.figuresP95Ms} ms)`,
    isMet: p95 < TARGETS.figuresP95Ms,
  }));

/** Checks each measurement against its target; a missing figure (NaN) fails. */
export const verdictOf = ({ alone, beside, postbacks, stored }: Results): Check[] => {
  const ratio = readRatio({ alone, beside });
  const failed = failuresOf(alone) + failuresOf(beside);
  return [
    { text: `stored ${stored} of ${postbacks.sent} postbacks`, isMet: stored === postbacks.sent },
    {
      text: `postbacks p95 ${milliseconds(postbacks.p95)} (target: below ${TARGETS.postbackP95Ms} ms)`,
      isMet: postbacks.p95 < TARGETS.postbackP95Ms,
    },
    {
      text: `reads p95 ${ratio.toFixed(2)} times that alone (target: at most ${TARGETS.readRatio})`,
      isMet: ratio <= TARGETS.readRatio,
    },
    { text: `${failed} reads failed (target: none)`, isMet: failed === 0 },
  ];
};
