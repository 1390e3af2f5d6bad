import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { takeDataDir } from '../src/data-dir.ts';
import { repository } from '../src/folders.ts';
import { findsTests, jestArguments, outcomeOf } from '../src/test-run.ts';

const run = promisify(execFile);
const cli = join(import.meta.dirname, '..', 'cli.mjs');
const main = join(import.meta.dirname, '..', 'src', 'main.ts');
const folder = mkdtempSync(join(tmpdir(), 'coulisses-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}
const ended = (script: string, args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  run(process.execPath, [script, ...args], { env: { ...process.env, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );

describe('the command line', () => {
  test('names every command and setting on --help', async () => {
    const { code, stdout } = await ended(cli, ['--help']);
    expect(code).toBe(0);
    for (const word of [
      'start',
      'dev',
      'reset',
      'test',
      'install',
      'bench',
      'run',
      'PORT',
      'DATA_DIR',
      'POSTGRES_URL',
      'MONGO_URL',
      'RABBIT_URL',
    ])
      expect(stdout).toContain(word);
  });

  test.each(['gateway', 'web', 'billing', 'scale'])('passes --help on to the bench %s', async (name) => {
    expect(await ended(cli, ['bench', name, '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`npm run bench:${name} `.trimEnd()),
    });
  });

  test('installs no browser for the help of a bench', async () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    for (const program of ['initdb', 'rabbitmq-server', 'ffmpeg', 'ffprobe']) writeFileSync(join(bin, program), '');
    // The installation runs in this shell, and fails.
    writeFileSync(join(bin, 'sh'), '#!/bin/bash\nexit 1\n', { mode: 0o755 });
    expect(await ended(cli, ['bench', 'web', '--help'], { PATH: bin })).toMatchObject({ code: 0 });
  });

  test('fails on an unknown command with a message', async () => {
    expect(await ended(cli, ['begin'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no command "begin"'),
    });
  });

  test('runs a script of the repository with its options, and passes on its output and exit code', async () => {
    expect(await ended(cli, ['run', 'backup/src/main.ts', 'reconcile', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Usage: npm run backup/),
    });
    expect(await ended(cli, ['run', 'load-tests/run.mjs', 'no-shape'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('There is no shape "no-shape"'),
    });
  });

  test('runs an installed tool', async () => {
    expect(await ended(cli, ['run', 'tsc', '--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Version \d/),
    });
  });

  test('names a script or tool that does not exist', async () => {
    expect(await ended(cli, ['run', 'no/such.ts'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no script or tool "no/such.ts"'),
    });
  });

  test('reports a port that is in use, and how to choose another one', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { code, stdout } = await ended(main, ['start'], { PORT: String(port), DATA_DIR: join(folder, 'used') });
    server.close();
    expect(code).toBe(1);
    expect(stdout).toContain(`Port ${port} is in use. Choose another one: PORT=${port + 1} npm start`);
  });
});

describe('reset', () => {
  const dataDir = join(folder, 'data');
  beforeEach(() => {
    mkdirSync(join(dataDir, 'logs'), { recursive: true });
    writeFileSync(join(dataDir, 'secrets.json'), '{}');
  });

  test('empties the folder while nothing runs', async () => {
    expect((await ended(main, ['reset', '--yes'], { DATA_DIR: dataDir })).code).toBe(0);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('fails while a stack is running on it', async () => {
    const giveBack = takeDataDir(dataDir);
    const { code, stderr } = await ended(main, ['reset', '--yes'], { DATA_DIR: dataDir });
    giveBack();
    expect(code).toBe(1);
    expect(stderr).toContain('stop it first');
    expect(readdirSync(dataDir)).toContain('secrets.json');
  });

  test('removes nothing from a folder that is not the data of a stack', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'letter.txt'), 'dear');
    expect((await ended(main, ['reset', '--yes'], { DATA_DIR: other })).code).toBe(1);
    expect(readdirSync(other)).toEqual(['letter.txt']);
  });
});

describe('the arguments of the tests', () => {
  test.each([
    ['a workspace', ['media'], ['./services/media/']],
    ['a name of two workspaces', ['affiliate'], ['./services/affiliate/', './microfrontends/affiliate/']],
    ['workspaces and options', ['gateway', 'ui', '-t', 'shell'], ['./gateway/', './packages/ui/', '-t', 'shell']],
    ['a file', ['e2e/test/layout', '--runInBand'], ['e2e/test/layout', '--runInBand']],
    ['no workspace', ['layout'], ['layout']],
  ])('narrow the run to %s', (_name, given, passedOn) => {
    expect(jestArguments(given)).toEqual(passedOn);
  });

  test.each([
    ['./services/billing/', false],
    ['e2e/test/layout', true],
  ])('start a platform for %s: %s', (pattern, isNeeded) => {
    expect(findsTests([pattern, '--selectProjects', 'e2e'])).toBe(isNeeded);
  });
});

describe('the closing lines of the tests', () => {
  const report = (numPassedTests: number, failures: readonly string[], unreadable: readonly string[] = []) =>
    JSON.stringify({
      numPassedTests,
      numFailedTests: failures.length,
      numRuntimeErrorTestSuites: unreadable.length,
      testResults: [
        {
          name: join(repository, 'stack/test/a.test.ts'),
          status: failures.length > 0 ? 'failed' : 'passed',
          assertionResults: [
            { fullName: 'passes', status: 'passed' },
            ...failures.map((fullName) => ({
              fullName,
              status: 'failed',
              failureMessages: ['\u001b[31mexpected 2\u001b[39m\n\n  at sum'],
            })),
          ],
        },
        ...unreadable.map((name) => ({
          name: join(repository, name),
          status: 'failed',
          message: 'no such module',
          assertionResults: [],
        })),
      ],
    });

  test.each([
    ['reports no failure when all pass', report(5, []), 0, { passed: 5, failed: 0, failures: [] }],
    [
      'names each failed test, and a file that cannot run',
      report(5, ['adds up'], ['stack/test/b.test.ts']),
      1,
      {
        passed: 5,
        failed: 2,
        failures: [
          'stack/test/a.test.ts: adds up\n  expected 2\n    at sum',
          'stack/test/b.test.ts: could not run\n  no such module',
        ],
      },
    ],
    [
      'counts a run that fails without a failed test as one',
      report(5, []),
      1,
      { passed: 5, failed: 1, failures: ['jest ended with 1'] },
    ],
    [
      'counts a missing report as one failure',
      undefined,
      1,
      { passed: 0, failed: 1, failures: ['jest wrote no report'] },
    ],
  ])('%s', (_name, given, code, outcome) => {
    expect(outcomeOf(given, code)).toEqual(outcome);
  });
});
