import { relative } from 'node:path';
import { REPOSITORY } from './apps.ts';

/** Package and name of a stylesheet module, from its path in the repository. */
const STYLES = /^(?:\w+\/)?([\w-]+)\/src\/(?:.*\/)?([\w-]+)\.module\.css$/;

/**
 * Returns a class name: package (none for `ui`), file (unique within the package) and local name. It has no hash: on the home page,
 * hashes would add 1.2 kB to the scripts and the same to the stylesheets.
 */
export const classNameOf = (resourcePath: string, local: string): string => {
  const [, owner, file] = STYLES.exec(relative(REPOSITORY, resourcePath)) ?? [];
  if (owner === undefined || file === undefined) throw new Error(`${resourcePath} is in no package`);
  return [...(owner === 'ui' ? [] : [owner]), file, local].join('_');
};
