import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { repository } from './folders.ts';

/** Each lies with what it measures. */
const BENCHES: Record<string, string> = { gateway: 'gateway/bench/main.ts' };

/**
 * `npm run bench:gateway`.
 * @returns the exit code
 */
export const bench = async ([name = '']: readonly string[]): Promise<number> => {
  const script = BENCHES[name];
  if (!script) {
    process.stderr.write(`There is no bench "${name}": ${Object.keys(BENCHES).join(', ')}.\n`);
    return 2;
  }
  const child = spawn(process.execPath, [script], { cwd: repository, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
};
