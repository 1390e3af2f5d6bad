import type { Files } from '../src/containers/manifests.ts';

/** Returns the files with the changes that `npm run manifests` would make. */
export const withChanges = (files: Files, changes: ReadonlyMap<string, string | null>): Files =>
  new Map(
    [...new Map<string, string | null>([...files, ...changes])].filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );
