import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { sync as writeFileAtomicSync } from 'write-file-atomic';

const recordSchema = z.array(z.object({ pid: z.number().int().positive(), startedAt: z.string() }));

/** Returns the system's start time of a process, or undefined. Unlike the pid, which is reused, it identifies the process. */
export const startOf = (pid: number): string | undefined => {
  try {
    // The name in parentheses may contain spaces, so fields are counted after it. The 22nd is the start, in ticks since boot.
    if (existsSync('/proc/self/stat'))
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19];
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch (error) {
    const { code, status } = error as { code?: string; status?: number };
    // ESRCH: the process ended after its file was opened. ps exits with 1 for an unknown process.
    if (code === 'ENOENT' || code === 'ESRCH' || status === 1) return undefined;
    throw error;
  }
};

const fileOf = (dataDir: string) => join(dataDir, 'pids.json');

/** Records the processes that run on this folder. */
export const recordProcesses = (dataDir: string, pids: readonly number[]): void => {
  const records = pids
    .map((pid) => ({ pid, startedAt: startOf(pid) }))
    .filter(({ startedAt }) => startedAt !== undefined);
  writeFileAtomicSync(fileOf(dataDir), JSON.stringify(records));
};

/**
 * Kills the processes that an earlier stack on this folder left running (after it and its reaper were killed), and no others.
 * @returns the number of killed process groups
 */
export const endLeftovers = (dataDir: string): number => {
  const file = fileOf(dataDir);
  if (!existsSync(file)) return 0;
  const parsed = recordSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  const ours = (parsed.success ? parsed.data : []).filter(({ pid, startedAt }) => startOf(pid) === startedAt);
  for (const { pid } of ours) process.kill(-pid, 'SIGKILL');
  rmSync(file);
  return ours.length;
};
