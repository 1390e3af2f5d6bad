import { join } from 'node:path';

/** Root of the repository. */
export const repository = join(import.meta.dirname, '..', '..');

/** Reproducible files: downloads and build fingerprints. Not part of a stack's data, ignored by git. */
export const cacheFolder = join(repository, '.cache');
