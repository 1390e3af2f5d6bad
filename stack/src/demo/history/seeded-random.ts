import { createHash } from 'node:crypto';

/** Creates a pseudo-random generator seeded by a name: an interrupted load resumes with the same people. */
export const createSeededRandom = (name: string) => {
  let drawn = 0;
  /** Returns a number in [0, 1). */
  const next = (): number =>
    createHash('sha256')
      .update(`${name} ${(drawn += 1)}`)
      .digest()
      .readUInt32BE() /
    2 ** 32;
  return {
    next,
    happens: (probability: number): boolean => next() < probability,
    /** Returns an integer within about 25 % of the mean; the fraction is rounded up with its own probability. */
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
export type SeededRandom = ReturnType<typeof createSeededRandom>;

/** Returns a UUID-shaped id, always the same for the same name. */
export const idOf = (name: string): string => {
  const hex = createHash('sha256').update(`coulisses demo history ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
