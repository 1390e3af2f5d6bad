import { readFileSync } from 'node:fs';

/** proc(5), first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq and steal, in ticks since the start. */
const STEAL = 7;
const COUNTED = 8;

/** Ticks of all processors, and those of them that the host gave to other machines; null where there is no such file. */
const readTicks = (file: string): { all: number; stolen: number } | null => {
  try {
    const [, ...ticks] = (readFileSync(file, 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number);
    return { all: ticks.slice(0, COUNTED).reduce((sum, count) => sum + count, 0), stolen: ticks[STEAL] ?? 0 };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/**
 * Measures the processor time that a virtual machine's host takes from it: a figure measured meanwhile is that much worse than
 * the platform is.
 * @returns a reader of the share of all processors' time, 0 to 1, since the beginning; null outside Linux
 */
export const measureStealTime = (file = '/proc/stat'): (() => number | null) => {
  const before = readTicks(file);
  return () => {
    const now = readTicks(file);
    if (!before || !now || now.all === before.all) return null;
    return (now.stolen - before.stolen) / (now.all - before.all);
  };
};

/** What a reader's share means, as a sentence beside figures; undefined where it is unknown. */
export const stealTimeText = (share: number | null): string | undefined =>
  share === null ? undefined : `the host gave ${(share * 100).toFixed(0)} % of these processors to others meanwhile`;
