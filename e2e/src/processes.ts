import { eventually, readStack } from './browser.ts';

/** A process that died is started again, reconnects, and catches up. */
export const RECOVERY_TIMEOUT_MS = 90_000;

/** Ends a process of the stack as a crash would. @returns what it was known by */
export const kill = (name: string): number => {
  const pid = readStack().processes[name]?.pid;
  if (!pid) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  return pid;
};

/** Waits until the stack has started another in its place. */
export const startedAgain = (name: string, before: number) =>
  eventually(
    async () => readStack().processes[name]?.pid,
    (pid) => pid !== undefined && pid !== before,
    RECOVERY_TIMEOUT_MS,
  );
