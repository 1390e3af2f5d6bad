import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'service-kit/logger';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';

const HOUR_MS = 60 * 60_000;
/** Time since its last byte after which a file is abandoned. */
const ABANDONED_AFTER_MS = 2 * HOUR_MS;

/** Removes what a process that was killed has left in a folder. */
export const sweepFolder = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
      // Moved or removed by the request that works on it.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (stats && now - stats.mtimeMs > ABANDONED_AFTER_MS) await rm(path, { recursive: true, force: true });
  }
};

interface Dependencies {
  /** Sweeps; each returns the number of files or uploads that it handled. */
  sweeps: readonly (() => Promise<number>)[];
  folders: readonly string[];
  logger: Logger;
  /** Returns milliseconds. */
  clock?: () => number;
}

/** Sweeps at the start and every hour: files that nothing refers to, uploads and work that were cut off. */
export const createSweepWorker = ({ sweeps, folders, logger, clock = Date.now }: Dependencies): Worker =>
  createWorker({
    name: 'file sweeper',
    intervalMs: HOUR_MS,
    work: async () => {
      let swept = 0;
      for (const sweep of sweeps) swept += await sweep();
      for (const folder of folders) await sweepFolder(folder, clock());
      if (swept > 0) logger.info({ swept }, 'files swept');
    },
    logger,
  });
