import { readFileSync } from 'node:fs';

const SAMPLE_INTERVAL_MS = 250;
/** Clock ticks per second of the times in /proc, the same in user space on every Linux (proc(5), sysconf(3)). */
const TICKS_PER_SECOND = 100;

/** Reads the processor time of a process, in seconds; null once it has ended, and outside Linux. */
const readUse = (pid) => {
  try {
    // The process name, in brackets, may contain spaces: fields are counted after it. User and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return null;
    throw error;
  }
};

/**
 * Starts sampling the processor time of a process.
 * @returns a reader of the highest number of cores that it used over `seconds`; 0 where that is unknown
 */
export const followProcessorUse = (pid) => {
  const looks = [];
  const look = () => {
    const used = readUse(pid);
    if (used !== null) looks.push({ at: performance.now() / 1000, used });
  };
  const timer = setInterval(look, SAMPLE_INTERVAL_MS).unref();
  return (seconds) => {
    clearInterval(timer);
    const shares = looks.map(({ at, used }) => {
      const end = looks.find((later) => later.at >= at + seconds);
      return end ? (end.used - used) / (end.at - at) : 0;
    });
    return Math.max(0, ...shares);
  };
};
