import { resolve } from 'node:path';
import { repository } from './folders.ts';

const DEFAULT_PORT = 8080;

/**
 * Returns where the stack listens and writes its files.
 * @throws when PORT is not a port
 */
export const readSettings = (environment: NodeJS.ProcessEnv = process.env) => {
  const port = Number(environment.PORT || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`PORT=${environment.PORT} is not a port: give a number from 1 to 65535.`);
  return { port, url: `http://localhost:${port}`, dataDir: resolve(repository, environment.DATA_DIR || '.data') };
};
export type Settings = ReturnType<typeof readSettings>;
