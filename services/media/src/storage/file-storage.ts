import { access, constants, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isKey } from 'service-kit/media-key';
import type { Storage } from './storage.ts';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === 'ENOENT';

/** Syncs a file to disk, so that no row in the database refers to a file lost in a power failure. */
const flush = async (path: string) => {
  const file = await open(path, 'r');
  await file.datasync().finally(() => file.close());
};

/** Stores files in a folder. Files passed to `putFile` must be on the same file system: they are moved, not copied. */
export const createFileStorage = (folder: string): Storage => {
  const pathOf = (key: string): string => {
    if (!isKey(key)) throw new Error('not a key of this storage');
    return join(folder, key);
  };
  const placeOf = async (key: string) => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  };

  return {
    put: async (key, bytes) => {
      const file = await open(await placeOf(key), 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.datasync();
      } finally {
        await file.close();
      }
    },
    putFile: async (key, path) => {
      await flush(path);
      await rename(path, await placeOf(key));
    },
    open: async (key, range) => {
      try {
        const file = await open(pathOf(key), 'r');
        return file.createReadStream({ ...range });
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    withLocalFile: async (key, work) => {
      await access(pathOf(key), constants.R_OK);
      return work(pathOf(key));
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    keys: async function* (prefix) {
      for (const shard of await readdir(folder)) {
        if (!shard.startsWith(prefix) && !prefix.startsWith(shard)) continue;
        const keys = (await readdir(join(folder, shard))).map((name) => `${shard}/${name}`);
        yield* keys.filter((key) => isKey(key) && key.startsWith(prefix));
      }
    },
    ping: () => access(folder, constants.W_OK),
  };
};
