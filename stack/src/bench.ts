import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stackRunningOn } from './data-dir.ts';
import { repository } from './folders.ts';
import { readSettings } from './settings.ts';
import { startStack } from './test-stack.ts';

interface Bench {
  /** Lies with what it measures. */
  script: string;
  /** Whether it measures a running platform: the one of DATA_DIR, else one of its own. */
  ofStack?: true;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  gateway: { script: 'gateway/bench/main.ts' },
  web: { script: 'shell/bench/main.ts', ofStack: true },
};

const runScript = async (
  script: string,
  options: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> => {
  const child = spawn(process.execPath, [script, ...options], {
    cwd: repository,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
};

/** Address of the platform that runs on DATA_DIR, or undefined. */
const runningUrl = (): string | undefined => {
  const { dataDir } = readSettings(process.env);
  return stackRunningOn(dataDir)
    ? (JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')) as { url: string }).url
    : undefined;
};

const onStack = async (script: string, options: readonly string[]): Promise<number> => {
  const url = runningUrl();
  if (url) return runScript(script, options, { BENCH_URL: url });
  process.stdout.write('No stack runs here: starting one on production builds (some minutes the first time)\n');
  const stack = await startStack();
  try {
    return await runScript(script, options, { BENCH_URL: stack.url });
  } finally {
    await stack.stop();
  }
};

/**
 * `npm run bench:gateway`, `npm run bench:web`.
 * @returns the exit code
 */
export const bench = async ([name = '', ...options]: readonly string[]): Promise<number> => {
  const chosen = BENCHES[name];
  if (!chosen) {
    process.stderr.write(`There is no bench "${name}": ${Object.keys(BENCHES).join(', ')}.\n`);
    return 2;
  }
  const namesItsSite = options.some((option) => option === '--help' || option.startsWith('--url'));
  return chosen.ofStack && !namesItsSite ? onStack(chosen.script, options) : runScript(chosen.script, options);
};
