import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Folder of files that can be made again; ignored by git. */
export const cacheFolder = join(repository, '.cache');
