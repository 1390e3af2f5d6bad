/*
 * Replaces the federation runtime's semver (1.3 kB), which compares versions of shared modules. Versions are complete numbers, and
 * only three kinds of ranges occur: exactly, at most, and at least within the same major version.
 */

const numbersOf = (version: string): number[] => version.split(/[-+]/)[0]?.split('.').map(Number) ?? [];

/** Returns a negative number when the first version is lower; a missing part counts as 0. */
const compare = (left: readonly number[], right: readonly number[]): number =>
  [0, 1, 2].map((part) => (left[part] ?? 0) - (right[part] ?? 0)).find((difference) => difference !== 0) ?? 0;

/** Whether a version is in a range: `1.2.3`, `<=1.2.3` or `^1.2.3`. */
export const satisfy = (version: string, range: string): boolean => {
  const [, operator, wanted = ''] = /^(<=|\^|=?)(.*)$/.exec(range) ?? [];
  const present = numbersOf(version);
  const bound = numbersOf(wanted);
  const order = compare(present, bound);
  if (operator === '<=') return order <= 0;
  return operator === '^' ? order >= 0 && present[0] === bound[0] : order === 0;
};
