import { join } from 'node:path';
import { sealOfFile, sizeOf, writeSealedFile } from '../sealed-file.ts';
import type { Seal } from '../sealed-file.ts';
import type { MediaFile } from '../postgres/dump.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import type { ListedFile } from './media-list.ts';
import type { MediaStore } from './store.ts';

const CONCURRENCY = 8;

interface Dependencies {
  store: MediaStore;
  /** Folder of the copied files, which all backups share. */
  pool: string;
  /** What earlier backups recorded of the files in the pool, by key. */
  known: ReadonlyMap<string, Seal>;
}

/**
 * Copies to the pool what is not there yet. A file never changes under its key: one that is there, in its size and with
 * the hash that an earlier backup has written down, is not copied again.
 */
export const copyFiles = async ({ store, pool, known }: Dependencies, files: readonly MediaFile[]) => {
  const listed: ListedFile[] = [];
  const missing: string[] = [];
  const copied = { files: 0, bytes: 0 };

  const copy = async ({ key, bytes }: MediaFile): Promise<Seal | null> => {
    const path = join(pool, key);
    const seal = known.get(key);
    if ((await sizeOf(path)) === bytes) return seal?.bytes === bytes ? seal : sealOfFile(path);
    const content = await store.open(key);
    if (!content) return null;
    const written = await writeSealedFile(path, content);
    copied.files += 1;
    copied.bytes += written.bytes;
    return written;
  };
  await forEachConcurrently(files, CONCURRENCY, async (file) => {
    const seal = await copy(file);
    if (seal) listed.push({ key: file.key, ...seal });
    else missing.push(file.key);
  });
  return { listed: listed.sort((one, other) => (one.key < other.key ? -1 : 1)), missing: missing.sort(), copied };
};
