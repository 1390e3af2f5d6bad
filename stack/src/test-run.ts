import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { repository } from './folders.ts';
import { onStopRequest } from './stop-request.ts';
import { startStack } from './test-stack.ts';

const reportSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numRuntimeErrorTestSuites: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
});

interface Outcome {
  passed: number;
  failed: number;
  /** Failed tests, and files that could not run, with the beginning of their messages. */
  failures: string[];
}

const MESSAGE_LINES = 15;
/** Returns the first lines of a message, indented below its test: the rest is far above in a long log. */
const beginningOf = (message: string): string =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MESSAGE_LINES)
    .map((line) => `\n  ${line}`)
    .join('');

/**
 * Returns the outcome of a Jest run: a suite that could not run, and a failed run without a failed test, each count as one failure.
 */
export const outcomeOf = (json: string | undefined, exitCode: number): Outcome => {
  if (json === undefined) return { passed: 0, failed: 1, failures: ['jest wrote no report'] };
  const report = reportSchema.parse(JSON.parse(json));
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(repository, name);
    const tests = assertionResults.filter((test) => test.status === 'failed');
    if (tests.length === 0 && status === 'failed') return [`${file}: could not run${beginningOf(message)}`];
    return tests.map(
      ({ fullName, failureMessages }) => `${file}: ${fullName}${beginningOf(failureMessages.join('\n'))}`,
    );
  });
  if (failed === 0 && exitCode !== 0)
    return { passed: report.numPassedTests, failed: 1, failures: [`jest ended with ${exitCode}`] };
  return { passed: report.numPassedTests, failed, failures };
};

const JEST = join(repository, 'node_modules', 'jest', 'bin', 'jest.js');

const runJest = async (report: string, args: readonly string[], stopRequest: Promise<void>): Promise<Outcome> => {
  const jest = spawn(process.execPath, [JEST, '--json', `--outputFile=${report}`, ...args], {
    cwd: repository,
    stdio: 'inherit',
  });
  void stopRequest.then(() => jest.kill('SIGINT'));
  const [code] = (await once(jest, 'exit')) as [number | null];
  return outcomeOf(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code ?? 1);
};

/** Whether Jest would run any test file with these arguments. */
export const findsTests = (args: readonly string[]): boolean => {
  // Without --json, the output also contains the names of the projects.
  const listed = execFileSync(process.execPath, [JEST, '--listTests', '--json', ...args], {
    cwd: repository,
    encoding: 'utf8',
    stdio: 'pipe',
  });
  return z.array(z.string()).parse(JSON.parse(listed)).length > 0;
};

const WORKSPACE_PARENTS = ['packages', 'services', 'microfrontends', '.'];
const workspacesNamed = (name: string): string[] =>
  WORKSPACE_PARENTS.map((parent) => join(parent, name)).filter((folder) =>
    existsSync(join(repository, folder, 'package.json')),
  );

/**
 * Replaces names of workspaces before the first option by patterns of their folders, since `media` alone would also match journeys
 * of the platform. A name that several workspaces have (`affiliate`: a service and a panel) stands for each.
 */
export const jestArguments = (args: readonly string[]): string[] => {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const names = firstOption < 0 ? args : args.slice(0, firstOption);
  const patterns = names.flatMap((name) => {
    const folders = /^[\w-]+$/.test(name) ? workspacesNamed(name) : [];
    return folders.length > 0 ? folders.map((folder) => `./${folder}/`) : [name];
  });
  return [...patterns, ...args.slice(names.length)];
};

const CORES = availableParallelism();
// Tests of servers or pages wait for half of their time (docs/testing.md#where-the-time-goes).
const UNIT_RUN = ['--selectProjects', 'node', 'dom', `--maxWorkers=${CORES + 1}`];
/** Runs that share one running platform: first the concurrent journeys, then tests that need the platform exclusively. */
const PLATFORM_RUNS = [
  ['--selectProjects', 'e2e', `--maxWorkers=${Math.max(2, CORES - 1)}`],
  ['--selectProjects', 'exclusive', '--runInBand'],
];

/**
 * `npm test`: service, package and page tests, then the tests of a running platform; limited by names of workspaces and Jest
 * arguments.
 * @returns the exit code
 */
export const runTests = async (requested: readonly string[]): Promise<number> => {
  const args = jestArguments(requested);
  const folder = mkdtempSync(join(tmpdir(), 'coulisses-results-'));
  let stopped = false;
  const stopRequest = onStopRequest(() => {
    stopped = true;
  });
  const total: Outcome = { passed: 0, failed: 0, failures: [] };
  const run = async (options: readonly string[]): Promise<void> => {
    if (stopped) return;
    const report = join(folder, `${options.join('')}.json`);
    const { passed, failed, failures } = await runJest(report, [...args, ...options, '--passWithNoTests'], stopRequest);
    total.passed += passed;
    total.failed += failed;
    total.failures.push(...failures);
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
  for (const failure of total.failures) process.stdout.write(`failed: ${failure}\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  return stopped || total.failed > 0 || total.passed === 0 ? 1 : 0;
};
