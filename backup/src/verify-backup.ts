import { join } from 'node:path';
import { readManifest } from './manifest.ts';
import type { ManifestBody } from './manifest.ts';
import { forEachConcurrently } from './media/for-each-concurrently.ts';
import { readMediaList } from './media/media-list.ts';
import { sealOfFile, sizeOf } from './sealed-file.ts';
import type { Seal } from './sealed-file.ts';
import type { BackupFolder } from './backup-folder.ts';
import { OperatorError } from './operator-error.ts';

const CONCURRENCY = 4;
/** Number of faults that the error lists. */
const MAX_LISTED_FAULTS = 10;

const isAsSealed = async (path: string, { bytes, sha256 }: Seal): Promise<boolean> =>
  (await sizeOf(path)) === bytes && (await sealOfFile(path)).sha256 === sha256;

/**
 * Reads the whole backup, every media file included, and verifies it.
 * @returns its manifest
 * @throws OperatorError when a file is missing or does not match its seal
 */
export const verifyBackup = async (backups: BackupFolder, name: string): Promise<ManifestBody> => {
  const folder = backups.folderOf(name);
  const manifest = await readManifest(folder);
  const faults: string[] = [];
  const check = async (path: string, seal: Seal) => {
    if (!(await isAsSealed(path, seal))) faults.push(path);
  };
  for (const part of [...manifest.postgres, ...manifest.mongodb, manifest.media])
    await check(join(folder, part.file), part);
  if (faults.length === 0)
    await forEachConcurrently(readMediaList(join(folder, manifest.media.file)), CONCURRENCY, ({ key, ...seal }) =>
      check(join(backups.pool, key), seal),
    );
  if (faults.length > 0)
    throw new OperatorError(
      `The backup ${name} is damaged, nothing was touched: ${faults.slice(0, MAX_LISTED_FAULTS).join(', ')}${faults.length > MAX_LISTED_FAULTS ? ` and ${faults.length - MAX_LISTED_FAULTS} more` : ''}`,
    );
  return manifest;
};
