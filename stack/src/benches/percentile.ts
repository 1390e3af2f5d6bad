/** Returns the nearest-rank percentile of the values, for a share from 0 to 1; NaN without values. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? NaN;
