import { readFileSync } from 'node:fs';

const SUFFIX = '_FILE';

/** Returns the trimmed content of a file, or a fault. Faults contain neither the path nor the content: both may be secret. */
const contentOf = (path: string): { value: string } | { fault: string } => {
  try {
    const value = readFileSync(path, 'utf8').trim();
    return value === '' ? { fault: 'names an empty file' } : { value };
  } catch (error) {
    return { fault: `names a file that cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})` };
  }
};

/**
 * Resolves settings given as files: NAME_FILE is the path of a file whose trimmed content is the value of NAME, like a mounted
 * secret. Other variables that end in _FILE are ignored.
 * @param names settings that may come from a file
 * @returns the environment with those values, and one fault for each name whose file is unusable or that is given twice
 */
export const resolveSettingsInFiles = (
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
) => {
  const values = { ...environment };
  const faults = new Map<string, string>();
  for (const name of names) {
    const path = environment[name + SUFFIX];
    if (path === undefined) continue;
    if (environment[name] !== undefined) {
      faults.set(name, `${name} and ${name}${SUFFIX} are both set`);
      continue;
    }
    const content = contentOf(path);
    if ('value' in content) values[name] = content.value;
    else faults.set(name, `${name}${SUFFIX} ${content.fault}`);
  }
  return { values, faults };
};
