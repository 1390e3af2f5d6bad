import type { Files } from '../src/containers/manifests.ts';

/** The files after what `npm run manifests` would write and remove. */
export const withChanges = (files: Files, changes: ReadonlyMap<string, string | null>): Files =>
  new Map(
    [...new Map<string, string | null>([...files, ...changes])].filter(
      (entry): entry is [string, string] => entry[1] !== null,
    ),
  );
