import type { DataStore } from '@tus/server';

/** Store of unfinished resumable uploads: one driver per kind of storage. */
export interface Parts {
  /** Store that the tus server writes to, under `partsName`. */
  store: DataStore;
  /** Whether `withFile` copies the file to the local disk and needs space there. */
  isCopied: boolean;
  /** Passes the complete file to `work` as a local file, which `work` may move. */
  withFile: <Result>(id: string, work: (path: string) => Promise<Result>) => Promise<Result>;
  /** Deletes all data of an upload; a missing one is not an error. */
  remove: (id: string) => Promise<void>;
}

const PREFIX = 'parts/';
/** Returns the name of an upload's parts in the store. */
export const partsName = (id: string): string => `${PREFIX}${id}`;
export const idOfParts = (name: string): string => name.slice(PREFIX.length);

/** Supported tus extensions; the total length must be declared at the beginning. */
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];
