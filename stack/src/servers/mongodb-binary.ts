import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { MongoBinary } from 'mongodb-memory-server-core/lib/util/MongoBinary.js';
import { cacheFolder } from '../folders.ts';

const VERSION = '7.0.24';
const DOWNLOADS = 'https://fastdl.mongodb.org/';
/** Short, so that a network without internet access does not delay the start. */
const CONNECT_TIMEOUT_MS = 3_000;

const downloadsWork = async (): Promise<boolean> => {
  try {
    await fetch(DOWNLOADS, { method: 'HEAD', signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
};

/** Returns a mongod on the PATH, else one downloaded before or now; undefined when none is available. */
export const findMongod = async (print: (line: string) => void): Promise<string | undefined> => {
  const installed = (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'mongod'))
    .find((path) => existsSync(path));
  if (installed) return installed;
  const options = { version: VERSION, downloadDir: join(cacheFolder, 'mongodb') };
  if (!existsSync(options.downloadDir)) {
    if (!(await downloadsWork())) return undefined;
    print(`downloading MongoDB ${VERSION}`);
  }
  try {
    return await MongoBinary.getPath(options);
  } catch (error) {
    print(`MongoDB could not be downloaded: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
};
