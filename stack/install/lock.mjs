import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const POLL_INTERVAL_MS = 200;

const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

const isTaken = (file) => {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return false;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return true;
  }
};

const removeIfAbandoned = (file) => {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    // Between its creation and the writing of the process id the file is empty.
    if (pid && !isRunning(pid)) rmSync(file, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
};

/**
 * Runs work while no other process of this machine runs work with the same lock file; waits for its end first. The lock of a process
 * that has died is removed.
 * @template Result
 * @param {string} file
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export const withLock = async (file, work) => {
  mkdirSync(dirname(file), { recursive: true });
  while (isTaken(file)) {
    removeIfAbandoned(file);
    await pause(POLL_INTERVAL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
};
