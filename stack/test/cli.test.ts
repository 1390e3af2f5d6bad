import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { takeDataDir } from '../src/data-dir.ts';
import { countsOf } from '../src/test-run.ts';

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
  test('When --help is asked, then it names every command and setting', async () => {
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

  test('When the command is unknown, then it says so and fails', async () => {
    expect(await ended(cli, ['begin'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no command "begin"'),
    });
  });

  test('runs a script of the repository with its options, and passes on its output and exit code', async () => {
    expect(await ended(cli, ['run', 'backup/src/main.ts', 'reconcile', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Backup, restore and reconciliation/),
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

  test('When the port is in use, then it says so and how to choose another one', async () => {
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

  test('When nothing runs, then the folder is emptied', async () => {
    expect((await ended(main, ['reset', '--yes'], { DATA_DIR: dataDir })).code).toBe(0);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('When a stack is running on it, then it is refused', async () => {
    const giveBack = takeDataDir(dataDir);
    const { code, stderr } = await ended(main, ['reset', '--yes'], { DATA_DIR: dataDir });
    giveBack();
    expect(code).toBe(1);
    expect(stderr).toContain('stop it first');
    expect(readdirSync(dataDir)).toContain('secrets.json');
  });

  test('When the folder is not the data of a stack, then nothing is removed', async () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'letter.txt'), 'dear');
    expect((await ended(main, ['reset', '--yes'], { DATA_DIR: other })).code).toBe(1);
    expect(readdirSync(other)).toEqual(['letter.txt']);
  });
});

describe('the closing line of the tests', () => {
  const report = (numPassedTests: number, numFailedTests: number, numRuntimeErrorTestSuites: number) =>
    JSON.stringify({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites });

  test.each([
    ['When all pass, then none failed', report(5, 0, 0), 0, { passed: 5, failed: 0 }],
    ['When a suite cannot run, then it counts as a failure', report(5, 1, 1), 1, { passed: 5, failed: 2 }],
    ['When the run fails without a failed test, then it counts as one', report(5, 0, 0), 1, { passed: 5, failed: 1 }],
    ['When there is no report, then one failed', undefined, 1, { passed: 0, failed: 1 }],
  ])('%s', (_name, given, code, counts) => {
    expect(countsOf(given, code)).toEqual(counts);
  });
});
