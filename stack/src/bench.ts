import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackRunningOn } from './data-dir.ts';
import { repository } from './folders.ts';
import { readSettings } from './settings.ts';
import { startStack } from './test-stack.ts';

interface Bench {
  /** Path of the benchmark's script. */
  script: string;
  /** Whether it measures a running platform: the one in DATA_DIR, else a temporary one. */
  measuresPlatform?: true;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  gateway: { script: 'gateway/bench/main.ts' },
  billing: { script: 'stack/src/benches/billing/main.ts', measuresPlatform: true },
  scale: { script: 'stack/src/benches/scale/main.ts' },
  evening: { script: 'stack/src/benches/evening/main.ts' },
  web: { script: 'shell/bench/main.ts', measuresPlatform: true },
};

const runScript = async (
  script: string,
  options: readonly string[],
  { environment = {}, isQuiet = false }: { environment?: NodeJS.ProcessEnv; isQuiet?: boolean } = {},
): Promise<number> => {
  const child = spawn(process.execPath, [script, ...options], {
    cwd: repository,
    stdio: ['inherit', isQuiet ? 'ignore' : 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
};

/** Returns the environment variables that describe the measured platform to a benchmark. */
const environmentOf = (url: string, stackFile: string) => ({ BENCH_URL: url, BENCH_STACK: stackFile });

/** Returns the platform that runs on DATA_DIR, or undefined. */
const runningPlatform = () => {
  const { dataDir } = readSettings(process.env);
  if (!stackRunningOn(dataDir)) return undefined;
  const stackFile = join(dataDir, 'stack.json');
  const { url } = JSON.parse(readFileSync(stackFile, 'utf8')) as { url: string };
  return environmentOf(url, stackFile);
};

const onStack = async ({ script }: Bench, options: readonly string[]): Promise<number> => {
  const environment = runningPlatform();
  if (environment) return runScript(script, options, { environment });
  // Reports invalid options before a stack is started.
  const exitCode = await runScript(script, [...options, '--help'], { isQuiet: true });
  if (exitCode !== 0) return exitCode;
  process.stdout.write('No stack runs here: starting one on production builds (some minutes the first time)\n');
  const stack = await startStack();
  try {
    return await runScript(script, options, { environment: environmentOf(stack.url, stack.stackFile) });
  } finally {
    await stack.stop();
  }
};

/**
 * Runs `npm run bench:<name>` for a name in BENCHES.
 * @returns the exit code
 */
export const bench = async ([name = '', ...options]: readonly string[]): Promise<number> => {
  const chosen = BENCHES[name];
  if (!chosen) {
    process.stderr.write(`There is no bench "${name}": ${Object.keys(BENCHES).join(', ')}.\n`);
    return 2;
  }
  const namesItsSite = options.some((option) => option === '--help' || option.startsWith('--url'));
  return chosen.measuresPlatform && !namesItsSite ? onStack(chosen, options) : runScript(chosen.script, options);
};
