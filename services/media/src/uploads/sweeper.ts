import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'service-kit/logger';
import type { FileKeeper } from '../assets/file-keeper.ts';

const HOUR = 60 * 60_000;
/** Milliseconds since its last byte after which nobody works on a file any more. */
const ABANDONED = 2 * HOUR;

/** Removes what a process that was killed has left in a folder. */
export const sweepFolder = async (folder: string, now: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      // Moved or removed by whoever works on it.
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found && now - found.mtimeMs > ABANDONED) await rm(path, { recursive: true, force: true });
  }
};

/** Sweeps at the start and every hour: files that nothing refers to, uploads and work that were cut off. */
export const createSweeper = ({ keeper, folders, logger }: { keeper: FileKeeper; folders: readonly string[]; logger: Logger }) => {
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const sweep = async () => {
    try {
      const removed = await keeper.sweep();
      for (const folder of folders) await sweepFolder(folder, Date.now());
      if (removed > 0) logger.info({ removed }, 'files swept');
    } catch (error) {
      logger.warn({ err: error }, 'the sweep failed, it comes again');
    }
  };
  const begin = () => {
    running = sweep();
  };
  return {
    start: () => {
      begin();
      timer = setInterval(begin, HOUR);
    },
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
};
