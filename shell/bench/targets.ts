/** A performance target on a phone (150 ms round trip, 1.6 Mbit/s, a processor four times slower than this one). */
export interface Target {
  name: string;
  unit: string;
  /** Decimals in the table. */
  decimals: number;
  limit: number;
  /** Whether larger values are better. */
  isFloor?: true;
}

export const PHONE_TARGETS = {
  lcpMs: { name: 'largest paint', unit: 'ms', decimals: 0, limit: 800 },
  cls: { name: 'layout shift', unit: '', decimals: 3, limit: 0.02 },
  tbtMs: { name: 'blocked', unit: 'ms', decimals: 0, limit: 150 },
  scriptKb: { name: 'JavaScript until usable', unit: 'kB', decimals: 1, limit: 140 },
} as const satisfies Record<string, Target>;

const score = (name: string, limit: number): Target => ({ name, unit: '', decimals: 0, limit, isFloor: true });

export const LIGHTHOUSE_TARGETS = {
  performance: score('performance', 100),
  accessibility: score('accessibility', 100),
  'best-practices': score('best practices', 100),
  seo: score('SEO', 100),
} as const satisfies Record<string, Target>;

export const isMet = ({ limit, isFloor }: Target, value: number): boolean =>
  isFloor ? value >= limit : value <= limit;

/** Returns the median; of an even count the upper of the two middle values. @throws RangeError without values */
export const median = (values: readonly number[]): number => {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new RangeError('no values');
  return middle;
};

/** Formats one line of the table: the median, the single values, and whether the target is met. */
export const rowOf = (page: string, target: Target, values: readonly number[]): { text: string; met: boolean } => {
  const format = (value: number) => value.toFixed(target.decimals);
  const middle = median(values);
  const met = isMet(target, middle);
  const unit = target.unit && ` ${target.unit}`;
  const cells = [
    page.padEnd(10),
    target.name.padEnd(24),
    `${format(middle)}${unit}`.padStart(10),
    `${target.isFloor ? '≥' : '≤'} ${target.limit}${unit}`.padEnd(11),
    met ? 'ok    ' : 'MISSED',
    `[${values.map(format).join(' ')}]`,
  ];
  return { text: cells.join('  '), met };
};
