import { eventually, readStack } from './browser.ts';

/** Time in which a process that died is restarted, reconnects and catches up. */
export const RECOVERY_TIMEOUT_MS = 90_000;

/** Kills a process of the stack as a crash would. @returns its former pid */
export const kill = (name: string): number => {
  const pid = readStack().processes[name]?.pid;
  if (!pid) throw new Error(`${name} does not run`);
  process.kill(pid, 'SIGKILL');
  return pid;
};

/** Waits until the stack has restarted a process. */
export const startedAgain = (name: string, before: number) =>
  eventually(
    async () => readStack().processes[name]?.pid,
    (pid) => pid !== undefined && pid !== before,
    RECOVERY_TIMEOUT_MS,
  );
