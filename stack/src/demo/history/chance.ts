import { createHash } from 'node:crypto';

/** Pseudo-random draws that depend on a name alone: a load that was interrupted resumes with the same people. */
export const createChance = (name: string) => {
  let drawn = 0;
  /** From 0 to 1, without 1. */
  const next = (): number =>
    createHash('sha256')
      .update(`${name} ${(drawn += 1)}`)
      .digest()
      .readUInt32BE() /
    2 ** 32;
  return {
    next,
    happens: (probability: number): boolean => next() < probability,
    /** A whole number around the mean: its parts are given by chance. */
    about: (mean: number): number => {
      const varied = mean * (0.75 + next() * 0.5);
      return Math.floor(varied) + (next() < varied % 1 ? 1 : 0);
    },
    /** @throws Error on an empty list */
    oneOf: <Value>(values: readonly Value[], weightOf: (value: Value) => number = () => 1): Value => {
      let rest = next() * values.reduce((sum, value) => sum + weightOf(value), 0);
      const found = values.find((value) => (rest -= weightOf(value)) < 0) ?? values.at(-1);
      if (found === undefined) throw new Error('nothing to choose from');
      return found;
    },
  };
};
export type Chance = ReturnType<typeof createChance>;

/** An id in the shape of a UUID, the same for the same name. */
export const idOf = (name: string): string => {
  const hex = createHash('sha256').update(`coulisses demo history ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
