import { join } from 'node:path';

/** The repository's root. */
export const repository = join(import.meta.dirname, '..', '..');

/** What can be made again: downloads and marks of builds. Not part of a stack's data, ignored by git. */
export const cacheFolder = join(repository, '.cache');
