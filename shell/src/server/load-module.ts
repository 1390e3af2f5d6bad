import { pathToFileURL } from 'node:url';

/** Imports a built file with the given exports. */
export type LoadModule = <Exports>(path: string) => Promise<Exports>;

export const loadModule: LoadModule = async <Exports>(path: string) =>
  (await import(pathToFileURL(path).href)) as Exports;
