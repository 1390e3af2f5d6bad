import type { Running } from '../child.ts';

export interface ServerOptions {
  /** Folder for its data; created when missing. */
  dir: string;
  port: number;
  /** File that receives what it prints. */
  log: string;
  /** For tests: nothing needs to survive a crash. */
  fast?: boolean;
  /** More of the server's own settings, `name=value`. */
  more?: readonly string[];
}

/** A server that was started; it may still be busy starting. */
export interface Server extends Running {
  url: string;
  /** Settles when it takes connections; throws when it ends before. */
  ready: () => Promise<void>;
}
