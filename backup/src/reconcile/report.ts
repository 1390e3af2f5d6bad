import type { Pair } from './compare.ts';

/** Number of ids printed per pair. */
const PRINTED_IDS = 20;

/** Prints one line per pair, and the ids of the differences. */
export const printReport = (pairs: readonly Pair[], print: (line: string) => void): void => {
  const width = Math.max(...pairs.map(({ name }) => name.length));
  for (const { name, compared, differences } of pairs) {
    print(`${name.padEnd(width)}  ${String(compared).padStart(8)} compared, ${differences.length} differ`);
    for (const { id, kind } of differences.slice(0, PRINTED_IDS)) print(`  ${id}  ${kind}`);
    if (differences.length > PRINTED_IDS) print(`  and ${differences.length - PRINTED_IDS} more`);
  }
};
