/** The value below which this share (0 to 1) of the values lies, by nearest rank; NaN of none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? NaN;
