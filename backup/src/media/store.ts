import type { Readable } from 'node:stream';

/** A stored file that is written: whole at a path of this machine. */
export interface LocalFile {
  path: string;
  bytes: number;
}

/** Where media keeps its files: one driver per kind of store, as in the service. */
export interface MediaStore {
  /** The file's bytes, or null when there is no such file. */
  open: (key: string) => Promise<Readable | null>;
  /** The size of the file, or null when there is no such file. */
  size: (key: string) => Promise<number | null>;
  put: (key: string, file: LocalFile) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** Every stored file, in no order. */
  keys: () => AsyncIterable<string>;
  close: () => void;
}
