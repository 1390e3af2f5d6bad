import { randomUUID } from 'node:crypto';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { RESUMABLE_HOURS } from 'contracts/media';
import { partsName, TUS_EXTENSIONS } from './parts.ts';
import type { Parts } from './parts.ts';

/** Stores parts of resumable uploads in a folder, on the same file system as the folder for incoming files. */
export const createFileParts = ({ root, incomingFolder }: { root: string; incomingFolder: string }): Parts => {
  const store = new FileStore({ directory: root, expirationPeriodInMilliseconds: RESUMABLE_HOURS * 60 * 60_000 });
  store.extensions = TUS_EXTENSIONS;
  return {
    store,
    isCopied: false,
    withFile: async (id, work) => {
      // Hard link instead of a rename: when `work` fails after it took the file, it can be repeated.
      const path = join(incomingFolder, randomUUID());
      await link(join(root, partsName(id)), path);
      try {
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    remove: async (id) => {
      const path = join(root, partsName(id));
      await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })]);
    },
  };
};
