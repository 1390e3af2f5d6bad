import { relative } from 'node:path';
import { REPOSITORY } from './apps.ts';

/** Package and name of a module of styles, from its path in the repository. */
const STYLES = /^(?:\w+\/)?([\w-]+)\/src\/(?:.*\/)?([\w-]+)\.module\.css$/;

/**
 * Name of a class on a page: of its package (none for `ui`), its file, which has a name of its own in that package, and itself.
 * No hash is in it: those of the home page would take 1.2 kB of its scripts and as much of its sheets.
 */
export const classNameOf = (resourcePath: string, local: string): string => {
  const [, owner, file] = STYLES.exec(relative(REPOSITORY, resourcePath)) ?? [];
  if (owner === undefined || file === undefined) throw new Error(`${resourcePath} is in no package`);
  return [...(owner === 'ui' ? [] : [owner]), file, local].join('_');
};
