import { UsageError, wholeNumber } from 'service-kit/run-command';

/** Rows per model, as in a site of 100,000 models: 10 subscribers and 30 payments. */
const SUBSCRIBERS_PER_MODEL = 10;
const PAYMENTS_PER_MODEL = 30;

/** Parses the sizes of `--models`, smallest first. @throws UsageError unless they are at least two different integers */
export const modelCounts = (text: string): number[] => {
  const counts = text
    .split(',')
    .map((part) => wholeNumber(part.trim(), '--models', { least: 1, most: 1_000_000 }))
    .toSorted((one, other) => one - other);
  if (new Set(counts).size !== counts.length || counts.length < 2)
    throw new UsageError('--models takes at least two different sizes, separated by commas.');
  return counts;
};

/** Returns the amounts to generate for this number of models; the same seed generates the same rows. */
export const scaleSizes = (models: number) => ({
  models,
  subscribers: models * SUBSCRIBERS_PER_MODEL,
  payments: models * PAYMENTS_PER_MODEL,
  seed: 1,
});
