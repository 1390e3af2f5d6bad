import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { repository } from './folders.ts';
import { onStopWish } from './stop-wish.ts';

const resultSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
});

interface Counts {
  passed: number;
  failed: number;
}

/** What a run of jest amounts to: a suite that could not run, and a run that failed without a failed test, count as one failure each. */
export const countsOf = (report: string | undefined, exitCode: number): Counts => {
  if (report === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites } = resultSchema.parse(JSON.parse(report));
  const failed = numFailedTests + numRuntimeErrorTestSuites;
  return { passed: numPassedTests, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
};

const runJest = async (report: string, args: readonly string[], stopWish: Promise<void>): Promise<Counts> => {
  const jest = spawn(
    process.execPath,
    [join(repository, 'node_modules', 'jest', 'bin', 'jest.js'), '--json', `--outputFile=${report}`, ...args],
    { cwd: repository, stdio: 'inherit' },
  );
  void stopWish.then(() => jest.kill('SIGINT'));
  const [code] = (await once(jest, 'exit')) as [number | null];
  return countsOf(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code ?? 1);
};

/**
 * `npm test`: service, package and page tests, then the journeys; arguments are handed to jest.
 * @returns the exit code
 */
export const runTests = async (args: readonly string[]): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'coulisses-results-'));
  let stopped = false;
  const stopWish = onStopWish(() => {
    stopped = true;
  });
  const total: Counts = { passed: 0, failed: 0 };
  for (const [name, ...options] of [
    ['tests', '--selectProjects', 'node', 'dom', `--maxWorkers=${Math.max(2, availableParallelism() - 1)}`],
    ['journeys', '--selectProjects', 'e2e', '--runInBand', '--passWithNoTests'],
  ] as const) {
    if (stopped) break;
    const { passed, failed } = await runJest(join(folder, `${name}.json`), [...args, ...options], stopWish);
    total.passed += passed;
    total.failed += failed;
  }
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  return stopped || total.failed > 0 || total.passed === 0 ? 1 : 0;
};
