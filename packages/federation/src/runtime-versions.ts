/*
 * In place of the federation runtime's semver (1.3 kB), which compares the versions of shared modules. They are complete numbers,
 * and ranges are of three kinds: this version, at most this one, and this one or a later one of its major version.
 */

const numbersOf = (version: string): number[] => version.split(/[-+]/)[0]?.split('.').map(Number) ?? [];

/** Negative where the first version is the lower one; a part that is left out counts as 0. */
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
