import { readFileSync } from 'node:fs';

/** Column of /proc/stat's first line (proc(5)): user, nice, system, idle, iowait, irq, softirq, steal, in ticks since the start. */
const STEAL = 7;
const COUNTED = 8;

/** Returns the ticks of all CPUs, and those that the host gave to other machines; null without such a file. */
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
 * Measures the CPU time that a virtual machine's host takes from it, by which concurrent measurements are worse than the platform
 * is.
 * @returns a function that returns the share of all CPU time since the start, 0 to 1; null outside of Linux
 */
export const measureStealTime = (file = '/proc/stat'): (() => number | null) => {
  const before = readTicks(file);
  return () => {
    const now = readTicks(file);
    if (!before || !now || now.all === before.all) return null;
    return (now.stolen - before.stolen) / (now.all - before.all);
  };
};

/** Returns a sentence about the share, to print beside measurements; undefined when it is unknown. */
export const stealTimeText = (share: number | null): string | undefined =>
  share === null ? undefined : `the host gave ${(share * 100).toFixed(0)} % of these processors to others meanwhile`;
