import { join } from 'node:path';
import { DATABASES } from 'contracts/services';
import { databaseUrls } from './config.ts';
import type { StoreSettings } from './config.ts';
import type { ManifestBody } from './manifest.ts';
import { forEachConcurrently } from './media/for-each-concurrently.ts';
import { readMediaList } from './media/media-list.ts';
import { openMediaStore } from './media/open-store.ts';
import type { MediaStore } from './media/store.ts';
import { holdsDocuments, withMongo } from './mongodb/database.ts';
import { restoreMongo } from './mongodb/restore.ts';
import { sealOf } from './sealed-file.ts';
import type { Seal } from './sealed-file.ts';
import type { BackupFolder } from './backup-folder.ts';
import { holdsData, restoreDatabase } from './postgres/restore.ts';
import { OperatorError } from './operator-error.ts';

const CONCURRENCY = 8;

/** Returns the names of the stores that contain data, which a restore would overwrite. */
export const storesWithData = async (settings: StoreSettings): Promise<string[]> => {
  const urls = databaseUrls(settings);
  const names: string[] = [];
  for (const name of DATABASES) if (await holdsData(urls[name])) names.push(name);
  if (await holdsDocuments(settings.MONGO_URL)) names.push('catalogue');
  return names;
};

const isThere = async (store: MediaStore, key: string, { bytes, sha256 }: Seal): Promise<boolean> => {
  if ((await store.size(key)) !== bytes) return false;
  const content = await store.open(key);
  return content !== null && (await sealOf(content)).sha256 === sha256;
};

/**
 * Replaces the content of the stores with a backup: files first, so that no row names a file that does not exist yet. An
 * interrupted restore is started again from the beginning.
 * @param manifest of a verified backup
 */
export const restoreBackup = async (
  settings: StoreSettings,
  backups: BackupFolder,
  manifest: ManifestBody,
  print: (line: string) => void,
): Promise<void> => {
  const folder = backups.folderOf(manifest.name);
  const urls = databaseUrls(settings);
  const lost = DATABASES.filter((name) => !manifest.postgres.some(({ database }) => database === name));
  if (lost.length > 0) throw new OperatorError(`The backup has no database of ${lost.join(', ')}.`);
  const store = await openMediaStore(settings);
  let copied = 0;
  try {
    await forEachConcurrently(
      readMediaList(join(folder, manifest.media.file)),
      CONCURRENCY,
      async ({ key, ...seal }) => {
        if (await isThere(store, key, seal)) return;
        await store.put(key, { path: join(backups.pool, key), bytes: seal.bytes });
        copied += 1;
      },
    );
  } finally {
    store.close();
  }
  print(`media: ${manifest.media.files} files, ${copied} of them were not there`);
  for (const part of manifest.postgres) {
    await restoreDatabase(urls[part.database], folder, part);
    print(`${part.database}: restored`);
  }
  await withMongo(settings.MONGO_URL, (database) => restoreMongo(database, folder, manifest.mongodb));
  print('catalogue: restored');
};
