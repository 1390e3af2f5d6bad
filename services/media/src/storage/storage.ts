import type { Readable } from 'node:stream';

/** Bytes of a file, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Delivery of a file by the store itself. */
export interface Link {
  contentType: string;
  /** Content-Disposition (RFC 6266). */
  disposition: string;
  cacheControl: string;
  validFrom: Date;
  validSeconds: number;
}

/** Store of files: one driver per kind of store. Keys come from `newKey`, never from a client. */
export interface Storage {
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  /** Takes the local file over: afterwards it is no longer at `path`. */
  putFile: (key: string, path: string) => Promise<void>;
  /** The file's bytes, or null when there is no such file. */
  open: (key: string, range?: ByteRange) => Promise<Readable | null>;
  /** An address, good for a while, where the store itself delivers the file. Absent: files are delivered from `open`. */
  link?: (key: string, link: Link) => Promise<string>;
  /** Gives the file to `work` as a local one, which it only reads. @throws when there is no such file */
  withLocalFile: <Result>(key: string, work: (path: string) => Promise<Result>) => Promise<Result>;
  /** Removes the file; a missing one is no fault. */
  remove: (key: string) => Promise<void>;
  /** Keys of stored files that begin so, in any order. */
  keys: (prefix: string) => AsyncIterable<string>;
  /** @throws when the store cannot be written to */
  ping: () => Promise<void>;
}
