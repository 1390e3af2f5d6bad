import type { Pair } from './compare.ts';

/** Ids of a pair that are printed. */
const PRINTED_IDS = 20;

/** Prints a line for each pair, and the ids of what differs. */
export const printReport = (pairs: readonly Pair[], print: (line: string) => void): void => {
  const width = Math.max(...pairs.map(({ name }) => name.length));
  for (const { name, compared, differences } of pairs) {
    print(`${name.padEnd(width)}  ${String(compared).padStart(8)} compared, ${differences.length} differ`);
    for (const { id, kind } of differences.slice(0, PRINTED_IDS)) print(`  ${id}  ${kind}`);
    if (differences.length > PRINTED_IDS) print(`  and ${differences.length - PRINTED_IDS} more`);
  }
};
