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
  /** Folder of the copied files, shared by all backups. */
  pool: string;
  /** Sizes and hashes that the newest backup recorded for the files in the pool, by key. */
  known: ReadonlyMap<string, Seal>;
}

/**
 * Copies missing files to the pool. The content of a key never changes: a pool file of the expected size is not copied again, and
 * its hash comes from the newest backup, or is computed when that backup does not list the file.
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
