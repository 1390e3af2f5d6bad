import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, repository } from './folders.mjs';
import { withLock } from './lock.mjs';
import { runStep } from './step.mjs';

const lockFile = join(repository, 'package-lock.json');
/** File that npm itself writes when it has installed. */
const installed = join(repository, 'node_modules', '.package-lock.json');
const mark = join(repository, 'node_modules', '.installed-from');

const fingerprint = () => createHash('sha256').update(readFileSync(lockFile)).digest('hex');

/** Installed from this very lock file, by us, or after it was last written, by hand. */
const isInstalled = () => {
  if (!existsSync(installed)) return false;
  if (existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint()) return true;
  return statSync(installed).mtimeMs >= statSync(lockFile).mtimeMs;
};

/** Two commands started at once would write the same node_modules. */
const lock = join(cacheFolder, 'install-npm.lock');

const install = async () => {
  if (isInstalled()) return;
  await runStep({
    name: 'npm packages',
    log: 'install-npm.log',
    command: 'npm',
    // In production npm would leave out what tests and builds need.
    args: ['ci', '--include=dev', '--no-audit', '--no-fund'],
    advice: 'run "npm ci" by hand; behind a proxy set npm\'s registry first',
  });
  writeFileSync(mark, fingerprint());
};

/** Installs the npm packages when they are missing or older than package-lock.json. */
export const installNpmPackages = async () => {
  if (!isInstalled()) await withLock(lock, install);
};
