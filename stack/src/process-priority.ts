import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** About nine times the CPU share of a process with default priority (setpriority(2)). */
const FIRST = -10;
/** Errors when the user or the system does not allow it, or the process has ended. */
const DENIED_CODES = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ESRCH']);

/**
 * Raises the priority of a process, if the user may do so (root). For processes that do little and on which all others wait: with
 * equal shares of two cores, the busiest path would be the slowest.
 */
export const raisePriority = (pid: number): void => {
  try {
    setPriority(pid, FIRST);
    // Linux divides the cores among sessions first, and applies priorities only within one (sched(7), autogroup).
    writeFileSync(`/proc/${pid}/autogroup`, String(FIRST));
  } catch (error) {
    const { code, info } = error as NodeJS.ErrnoException & { info?: { code?: string } };
    if (!DENIED_CODES.has(info?.code ?? code ?? '')) throw error;
  }
};
