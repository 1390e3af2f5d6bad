import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from 'contracts/durations';
import type { Logger } from 'service-kit/logger';
import { createWorker } from 'service-kit/worker';
import type { Worker } from 'service-kit/worker';

/** Time since its last byte after which a file counts as abandoned. */
const ABANDONED_AFTER_MS = 2 * HOUR_MS;

/** Deletes files that a killed process has left in a folder. */
export const sweepFolder = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
      // A concurrent request has moved or deleted it.
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
  /** Returns the time in milliseconds. */
  clock?: () => number;
}

/** Sweeps at the start and every hour: unreferenced files, abandoned uploads and temporary files. */
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
