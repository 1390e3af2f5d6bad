import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { repository } from './folders.ts';
import { onStopRequest } from './stop-request.ts';
import { startStack } from './test-stack.ts';

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

const JEST = join(repository, 'node_modules', 'jest', 'bin', 'jest.js');

const runJest = async (report: string, args: readonly string[], stopRequest: Promise<void>): Promise<Counts> => {
  const jest = spawn(process.execPath, [JEST, '--json', `--outputFile=${report}`, ...args], {
    cwd: repository,
    stdio: 'inherit',
  });
  void stopRequest.then(() => jest.kill('SIGINT'));
  const [code] = (await once(jest, 'exit')) as [number | null];
  return countsOf(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code ?? 1);
};

/** Whether jest would run any test file with these arguments. */
const findsTests = (args: readonly string[]): boolean =>
  execFileSync(process.execPath, [JEST, '--listTests', ...args], { cwd: repository, encoding: 'utf8' }).trim() !== '';

const WORKERS = `--maxWorkers=${Math.max(2, availableParallelism() - 1)}`;
const UNIT_RUN = ['--selectProjects', 'node', 'dom', WORKERS];
/** The runs that share one running platform: the journeys side by side, then what needs the platform for itself. */
const PLATFORM_RUNS = [
  ['--selectProjects', 'e2e', WORKERS],
  ['--selectProjects', 'exclusive', '--runInBand'],
];

/**
 * `npm test`: service, package and page tests, then the tests of a running platform; arguments are handed to jest.
 * @returns the exit code
 */
export const runTests = async (args: readonly string[]): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'coulisses-results-'));
  let stopped = false;
  const stopRequest = onStopRequest(() => {
    stopped = true;
  });
  const total: Counts = { passed: 0, failed: 0 };
  const run = async (options: readonly string[]): Promise<void> => {
    if (stopped) return;
    const report = join(folder, `${options.join('')}.json`);
    const { passed, failed } = await runJest(report, [...args, ...options, '--passWithNoTests'], stopRequest);
    total.passed += passed;
    total.failed += failed;
  };

  await run(UNIT_RUN);
  if (!stopped && PLATFORM_RUNS.some((options) => findsTests([...args, ...options]))) {
    const stack = process.env.E2E_STACK ? undefined : await startStack();
    if (stack) process.env.E2E_STACK = stack.stackFile;
    try {
      for (const options of PLATFORM_RUNS) await run(options);
    } finally {
      await stack?.stop();
    }
  }
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  return stopped || total.failed > 0 || total.passed === 0 ? 1 : 0;
};
