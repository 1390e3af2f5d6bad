import { describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

const CLI = join(import.meta.dirname, '..', '..', '..', 'stack', 'cli.mjs');
/** Kinds of faults that recover fast on two cores; `npm run chaos` runs all of them. */
const QUICK = ['process-kill', 'process-stop', 'server-stop', 'events-reordered', 'postbacks-duplicate'];

const runChaos = async (options: readonly string[]): Promise<{ code: number | null; printed: string }> => {
  const chaos = spawn(process.execPath, [CLI, 'run', 'chaos/src/main.ts', ...options], { stdio: 'pipe' });
  let printed = '';
  for (const stream of [chaos.stdout, chaos.stderr])
    stream.on('data', (part: Buffer) => {
      printed += part.toString();
    });
  const code = await new Promise<number | null>((resolve) => void chaos.on('exit', resolve));
  return { code, printed };
};

describe('faults while journeys go on', () => {
  test('lose and double nothing that was acknowledged', async () => {
    const { code, printed } = await runChaos([
      ...['--data-dir', dirname(process.env.E2E_STACK ?? '')],
      ...['--seed', '18', '--injections', String(QUICK.length), '--kinds', QUICK.join(',')],
    ]);
    expect(printed).toMatch(new RegExp(`^all +${QUICK.length} +0 +0 +0 `, 'm'));
    expect(code).toBe(0);
  }, 420_000);
});
