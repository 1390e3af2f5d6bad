import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '../child.ts';
import { listens, waitUntil } from '../wait-until.ts';
import { findMongod } from './mongodb-binary.ts';
import { buildStandIn, standInCommand } from './mongodb-standin.ts';
import type { Server, ServerOptions } from './server.ts';

interface MongoOptions extends ServerOptions {
  /** Receives the kind of MongoDB in use, and slow steps. */
  print?: (line: string) => void;
  /** Kind to use; by default the first available. */
  kind?: 'real' | 'stand-in';
}

export const mongodbUrl = (port: number): string => `mongodb://127.0.0.1:${port}`;

/**
 * Starts MongoDB on a folder: a mongod of this machine, else a downloaded one, else the stand-in. A folder always uses the kind
 * that created it.
 * @throws when it cannot be started; `log` has the reason
 */
export const startMongodb = async ({
  dir,
  port,
  log,
  fast = false,
  kind,
  print = () => undefined,
}: MongoOptions): Promise<Server> => {
  mkdirSync(dir, { recursive: true });
  const standInFile = join(dir, 'stand-in.mv');
  const mongod = kind === 'stand-in' || existsSync(standInFile) ? undefined : await findMongod(print);
  if (kind === 'real' && !mongod) throw new Error('No real MongoDB can be had on this machine');
  const command = mongod
    ? {
        command: mongod,
        args: [
          '--dbpath',
          dir,
          '--port',
          String(port),
          '--bind_ip',
          '127.0.0.1',
          '--wiredTigerCacheSizeGB',
          '0.25',
          '--quiet',
        ],
      }
    : standInCommand(await buildStandIn(print), { port, file: fast ? undefined : standInFile });
  print(mongod ? `MongoDB: ${mongod}` : 'MongoDB: the stand-in (no mongod on the PATH, and none can be downloaded)');
  const running = await launch({ ...command, cwd: dir, log });
  return {
    ...running,
    url: mongodbUrl(port),
    ready: () => waitUntil('MongoDB', () => listens(port), { ended: running.exited }),
  };
};
