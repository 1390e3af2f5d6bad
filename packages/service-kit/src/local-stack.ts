import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

const repository = join(import.meta.dirname, '..', '..', '..');

const stackFile = z.object({
  /** Addresses of the stores, by the name of their environment variable. */
  stores: z.record(z.string(), z.string()),
  processes: z.record(z.string(), z.object({ management: z.string().optional() })),
});

/** Returns the addresses of the stack that `npm start` runs on this machine (DATA_DIR/stack.json); null when none is running. */
export const localStack = (environment: NodeJS.ProcessEnv = process.env): z.output<typeof stackFile> | null => {
  const file = join(resolve(repository, environment.DATA_DIR || '.data'), 'stack.json');
  return existsSync(file) ? stackFile.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
};
