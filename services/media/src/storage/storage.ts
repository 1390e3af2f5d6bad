import type { Readable } from 'node:stream';

/** Range of bytes, both ends inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Parameters of an address at which the store serves a file. */
export interface Link {
  contentType: string;
  /** Content-Disposition (RFC 6266). */
  disposition: string;
  cacheControl: string;
  validFrom: Date;
  validSeconds: number;
}

/** Store of files: one driver per kind of storage. Keys come from `newKey`, never from a client. */
export interface Storage {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Stores the local file by moving it: it no longer exists at `path` afterwards. */
  putFile: (key: string, path: string) => Promise<void>;
  /** Returns the file's content, or null when the file does not exist. */
  open: (key: string, range?: ByteRange) => Promise<Readable | null>;
  /** Returns a temporary address at which the store itself serves the file. Absent: files are served from `open`. */
  link?: (key: string, link: Link) => Promise<string>;
  /** Passes the file to `work` as a local file, which `work` must not modify. @throws when the file does not exist */
  withLocalFile: <Result>(key: string, work: (path: string) => Promise<Result>) => Promise<Result>;
  /** Deletes the file; a missing one is not an error. */
  remove: (key: string) => Promise<void>;
  /** Yields the keys of stored files with this prefix, in any order. */
  keys: (prefix: string) => AsyncIterable<string>;
  /** @throws when the store cannot be written to */
  ping: () => Promise<void>;
}
