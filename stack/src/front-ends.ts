import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MICROFRONTENDS } from 'contracts/pages';
import { runToEnd } from './child.ts';
import { cacheFolder, repository } from './folders.ts';
import { sync as writeFileAtomicSync } from 'write-file-atomic';

const APPS = ['shell', ...MICROFRONTENDS.map((name) => `microfrontends/${name}`)];
const stamp = join(cacheFolder, 'front-ends.stamp');

const packagesOfFrontEnds = () =>
  readdirSync(join(repository, 'packages'))
    .filter((name) => name !== 'service-kit')
    .map((name) => `packages/${name}`);

const isSource = (folder: string) =>
  !/(^|\/)(node_modules|dist|test|\.cache)(\/|$)/.test(folder.slice(repository.length));

/** Returns every source file of the front ends, in a stable order. */
const sources = (): string[] => {
  const files = [...APPS, ...packagesOfFrontEnds()].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && isSource(entry.parentPath))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return [...files.sort(), join(repository, 'package-lock.json')];
};

const fingerprint = (): string => {
  const hash = createHash('sha256');
  for (const file of sources())
    hash.update(file.slice(repository.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
};

const areBuilt = (currentFingerprint: string) =>
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === currentFingerprint &&
  APPS.every((app) => existsSync(join(repository, app, 'dist')));

/** Whether the built front ends match the current sources. */
export const frontEndsAreBuilt = (): boolean => areBuilt(fingerprint());

/** Builds the front ends for production. @throws when the build fails */
export const buildFrontEnds = async (log: string): Promise<void> => {
  const currentFingerprint = fingerprint();
  await runToEnd({ command: process.execPath, args: ['packages/federation/src/build.ts'], cwd: repository, log });
  mkdirSync(cacheFolder, { recursive: true });
  writeFileAtomicSync(stamp, currentFingerprint);
};
