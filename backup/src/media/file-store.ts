import { copyFile, open, readdir, rename, rm, mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isKey } from 'service-kit/media-key';
import { isMissing, noneIfMissing } from '../missing-file.ts';
import { sizeOf } from '../sealed-file.ts';
import type { MediaStore } from './store.ts';

/** Reads media's storage folder. @param storageDir STORAGE_DIR of media */
export const createFileStore = (storageDir: string): MediaStore => {
  const root = join(resolve(storageDir), 'files');
  const pathOf = (key: string) => {
    if (!isKey(key)) throw new Error('not a key of this storage');
    return join(root, key);
  };
  const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(noneIfMissing);
  return {
    open: async (key) => {
      try {
        return (await open(pathOf(key), 'r')).createReadStream();
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    size: (key) => sizeOf(pathOf(key)),
    put: async (key, { path }) => {
      const target = pathOf(key);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const unfinished = `${target}.unfinished`;
      await copyFile(path, unfinished);
      const file = await open(unfinished, 'r+');
      await file.chmod(0o600);
      await file.sync().finally(() => file.close());
      await rename(unfinished, target);
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    keys: async function* () {
      for (const folder of await namesIn(root))
        for (const name of await namesIn(join(root, folder))) if (isKey(`${folder}/${name}`)) yield `${folder}/${name}`;
    },
    close: () => undefined,
  };
};
