import type { Running } from '../child.ts';

export interface ServerOptions {
  /** Folder for its data; created when missing. */
  dir: string;
  port: number;
  /** File that receives its output. */
  log: string;
  /** Disables durability, for tests. */
  fast?: boolean;
  /** Additional server settings, `name=value`. */
  more?: readonly string[];
}

/** A started server, which may not be ready yet. */
export interface Server extends Running {
  url: string;
  /** Resolves when it accepts connections; rejects when it ends before. */
  ready: () => Promise<void>;
}
