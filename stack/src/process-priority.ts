import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Some nine times the share of a process without a given priority (setpriority(2)). */
const FIRST = -10;
/** Not for every user, not on every system, and the process may have ended. */
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ESRCH']);

/**
 * Lets a process go before the others of this machine, where the user may do so (root). It is for processes that do little and
 * on which every other one waits: where all processes share two cores, each is given as much, and the busiest path is the slowest.
 */
export const raisePriority = (pid: number): void => {
  try {
    setPriority(pid, FIRST);
    // Linux deals the cores out to sessions first, and applies priorities only within one (sched(7), autogroup).
    writeFileSync(`/proc/${pid}/autogroup`, String(FIRST));
  } catch (error) {
    const { code, info } = error as NodeJS.ErrnoException & { info?: { code?: string } };
    if (!REFUSED.has(info?.code ?? code ?? '')) throw error;
  }
};
