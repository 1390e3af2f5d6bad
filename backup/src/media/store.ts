import type { Readable } from 'node:stream';

/** Path of a complete local copy of a stored file. */
export interface LocalFile {
  path: string;
  bytes: number;
}

/** Store of the media files: one driver per kind of storage, as in media. */
export interface MediaStore {
  /** Returns the file's content, or null when the file does not exist. */
  open: (key: string) => Promise<Readable | null>;
  /** Returns the size of the file, or null when the file does not exist. */
  size: (key: string) => Promise<number | null>;
  put: (key: string, file: LocalFile) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** Yields the key of every stored file, in no particular order. */
  keys: () => AsyncIterable<string>;
  close: () => void;
}
