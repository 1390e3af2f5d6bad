import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startOf } from './leftovers.ts';
import { sync as writeFileAtomicSync } from 'write-file-atomic';

const lockOf = (dataDir: string) => join(dataDir, 'stack.lock');

/** Returns the pid of the stack that runs on this folder, or undefined. */
export const stackRunningOn = (dataDir: string): number | undefined => {
  const lock = lockOf(dataDir);
  if (!existsSync(lock)) return undefined;
  const [pid, startedAt] = readFileSync(lock, 'utf8').trim().split(' ');
  return pid && startedAt && startOf(Number(pid))?.replaceAll(' ', '_') === startedAt ? Number(pid) : undefined;
};

/**
 * Locks the folder for this process.
 * @returns a function that unlocks it
 * @throws when another stack runs on it
 */
export const takeDataDir = (dataDir: string): (() => void) => {
  const running = stackRunningOn(dataDir);
  if (running)
    throw new Error(
      `A stack is running on ${dataDir} already (process ${running}). Stop it, or choose another folder: DATA_DIR=.data2 PORT=8081 npm start`,
    );
  mkdirSync(dataDir, { recursive: true });
  const lock = lockOf(dataDir);
  writeFileAtomicSync(lock, `${process.pid} ${startOf(process.pid)?.replaceAll(' ', '_')}\n`);
  return () => rmSync(lock, { force: true });
};

/** Reads and stores a number across starts (the first port of the stack's block). */
export const rememberedNumber = (dataDir: string, name: string) => {
  const file = join(dataDir, name);
  return {
    read: (): number | undefined => (existsSync(file) ? Number(readFileSync(file, 'utf8')) || undefined : undefined),
    write: (value: number) => writeFileAtomicSync(file, `${value}\n`),
  };
};
