import type { Readable } from 'node:stream';

/** Bytes of a file, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Where files are kept: one driver per kind of store. Keys come from `newKey`, never from a client. */
export interface Storage {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Takes the local file over: afterwards it is no longer at `path`. */
  putFile: (key: string, path: string) => Promise<void>;
  /** The file's bytes, or null when there is no such file. */
  open: (key: string, range?: ByteRange) => Promise<Readable | null>;
  /** Gives the file to `work` as a local one, which it only reads. @throws when there is no such file */
  withLocalFile: <Result>(key: string, work: (path: string) => Promise<Result>) => Promise<Result>;
  /** Removes the file; one that is gone already is no fault. */
  remove: (key: string) => Promise<void>;
  /** @throws when the store cannot be written to */
  ping: () => Promise<void>;
}
