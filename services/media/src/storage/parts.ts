import type { DataStore } from '@tus/server';

/** Store of uploads that come in parts, until they are whole: one driver per kind of store. */
export interface Parts {
  /** Store that the tus server writes to, under `partsName`. */
  store: DataStore;
  /** Whether `withFile` copies the file to the local disk, whose room it then needs. */
  isCopied: boolean;
  /** Gives the whole file to `work` as a local one of its own, which it may take from its path. */
  withFile: <Result>(id: string, work: (path: string) => Promise<Result>) => Promise<Result>;
  /** Removes all there is of an upload; a missing one is no fault. */
  remove: (id: string) => Promise<void>;
}

const PREFIX = 'parts/';
/** The name of an upload's parts in the store, from the upload's id; and back. */
export const partsName = (id: string): string => `${PREFIX}${id}`;
export const idOfParts = (name: string): string => name.slice(PREFIX.length);

/** Extensions of tus that are offered: the whole length is stated at the beginning. */
export const TUS_EXTENSIONS = ['creation', 'creation-with-upload', 'termination', 'expiration'];
