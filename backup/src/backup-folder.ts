import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isMissing, noneIfMissing } from './missing-file.ts';
import { OperatorError } from './operator-error.ts';
import { sizeOf } from './sealed-file.ts';

/** Age at which a lock counts as stale; longer than any backup takes. */
const STALE_LOCK_MS = 12 * 60 * 60_000;
const NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;

/** Returns the name of a backup that begins at this time; names sort by time. */
const nameOf = (begunAt: Date): string => `${begunAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Manages a folder of backups: one subfolder per backup, and the pool of media files that all of them share. */
export const createBackupFolder = (folder: string) => {
  const root = resolve(folder);
  const folderOf = (name: string) => join(root, name);
  /** @throws when a manifest cannot be read: that backup may be complete */
  const listed = async (): Promise<{ name: string; isWhole: boolean }[]> => {
    const names = (await readdir(root).catch(noneIfMissing)).filter((name) => NAME.test(name)).sort();
    return Promise.all(
      names.map(async (name) => ({ name, isWhole: (await sizeOf(join(folderOf(name), 'manifest.json'))) !== null })),
    );
  };
  const lock = join(root, 'backup.lock');

  return {
    root,
    pool: join(root, 'media'),
    folderOf,
    /** Creates the folder of a new backup. */
    begin: async (begunAt: Date): Promise<string> => {
      const name = nameOf(begunAt);
      await mkdir(folderOf(name), { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST'
          ? new OperatorError(`A backup was begun in the same second: ${folderOf(name)}.`)
          : error;
      });
      return name;
    },
    /** Names of the complete backups, oldest first. */
    whole: async (): Promise<string[]> => (await listed()).filter(({ isWhole }) => isWhole).map(({ name }) => name),
    /** Names of the interrupted backups. */
    unfinished: async (): Promise<string[]> =>
      (await listed()).filter(({ isWhole }) => !isWhole).map(({ name }) => name),
    /** Removes a backup, its manifest first: an interrupted removal leaves nothing that counts as a backup. */
    remove: async (name: string): Promise<void> => {
      await rm(join(folderOf(name), 'manifest.json'), { force: true });
      await rm(folderOf(name), { recursive: true, force: true });
    },
    /**
     * Holds the lock of the folder while `work` runs.
     * @throws OperatorError when another backup is running
     */
    alone: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      await mkdir(root, { recursive: true, mode: 0o700 });
      const lockFile = await stat(lock).catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
      if (lockFile && Date.now() - lockFile.mtimeMs > STALE_LOCK_MS) await rm(lock, { force: true });
      const file = await open(lock, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST'
          ? new OperatorError(`Another backup runs on ${root}. If none does, remove ${lock}.`)
          : error;
      });
      try {
        return await work();
      } finally {
        await file.close();
        await rm(lock, { force: true });
      }
    },
  };
};
export type BackupFolder = ReturnType<typeof createBackupFolder>;
