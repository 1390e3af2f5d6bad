import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = 'v1.8.1';
const repository = fileURLToPath(new URL('..', import.meta.url));
const cache = join(repository, 'load-tests', '.cache');

const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file));

/**
 * Finds k6: K6 in the environment, the PATH, an earlier build, a build by Go (some minutes, once), or its container.
 * @returns {{ command: string, before: string[], what: string }} `before` precedes k6's own arguments
 * @throws Error that states what to install
 */
export const findK6 = (environment = {}) => {
  const installed = process.env.K6 || onPath('k6') || [join(cache, 'k6')].find((file) => existsSync(file));
  if (installed) return { command: installed, before: [], what: installed };
  if (onPath('go')) {
    process.stdout.write(`  k6 is not installed: building ${VERSION} with Go, once (two to five minutes)…\n`);
    mkdirSync(cache, { recursive: true });
    const built = spawnSync('go', ['install', `go.k6.io/k6@${VERSION}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, GOBIN: cache },
    });
    if (built.status === 0) return { command: join(cache, 'k6'), before: [], what: join(cache, 'k6') };
  }
  if (onPath('docker')) {
    const names = Object.keys(environment).flatMap((name) => ['-e', name]);
    execFileSync('docker', ['version'], { stdio: 'ignore' });
    return {
      command: 'docker',
      before: [
        'run',
        '--rm',
        '--network',
        'host',
        '-u',
        String(process.getuid?.() ?? 1000),
        '-v',
        `${repository}:${repository}`,
        '-w',
        repository,
        ...names,
        `grafana/k6:${VERSION.slice(1)}`,
      ],
      what: 'its container',
    };
  }
  throw new Error(
    'k6 is missing. Install it (https://grafana.com/docs/k6/latest/set-up/install-k6/), or Go, or Docker; or name the program in K6.',
  );
};
