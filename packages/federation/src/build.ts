import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { runCommand } from 'service-kit/run-command';
import { APPS } from './apps.ts';
import type { AppName } from './apps.ts';

const CONCURRENCY = 2;

const HELP = `Usage: npm run build

Builds the shell and the micro-frontends for production, two at a time, and prints the sizes of their scripts and styles.
`;

const buildApp = async (name: AppName): Promise<void> => {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-warning=DEP0155', resolve(import.meta.dirname, 'build-app.ts'), name],
    { stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`The build of ${name} failed`);
  process.stdout.write(
    `${name.padEnd(10)} ${((performance.now() - started) / 1000).toFixed(1)} s  ${await sizesOf(name)}\n`,
  );
};

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;

const sizesOf = async (name: AppName): Promise<string> => {
  const folder = join(APPS[name].folder, 'dist/assets');
  const files = await readdir(folder);
  const total = async (ending: string) => {
    const sizes = await Promise.all(
      files.filter((file) => file.endsWith(ending)).map(async (file) => (await stat(join(folder, file))).size),
    );
    return kilobytes(sizes.reduce((sum, size) => sum + size, 0));
  };
  return `js ${await total('.js')} (brotli ${await total('.js.br')}), css ${await total('.css')} (brotli ${await total('.css.br')})`;
};

/** Builds the shell and the three micro-frontends for production, two at a time. */
const remainingNames = Object.keys(APPS) as AppName[];
const worker = async () => {
  for (let name = remainingNames.shift(); name; name = remainingNames.shift()) await buildApp(name);
};
await runCommand({ help: HELP }, () =>
  Promise.all(Array.from({ length: CONCURRENCY }, worker)).then(
    () => 0,
    (error: Error) => {
      process.stderr.write(`${error.message}\n`);
      return 1;
    },
  ),
);
