import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { repository } from '../src/folders.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'coulisses-commands-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

/** Scripts of package.json that run other tools, with their own options. */
const FOREIGN = ['lint', 'format', 'format:check', 'typecheck', 'unused', 'mutation', 'test'];
const COMMANDS = Object.entries(manifest.scripts)
  .filter(([name]) => !FOREIGN.includes(name))
  .map(([name, script]) => [name, script.replace(/^exec node /, '').split(' ')] as const);

test.each(COMMANDS)('npm run %s ends with 2, one sentence and its usage for an unknown option', (_name, script) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...script, '--not-an-option'], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir },
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/--not-an-option/);
  expect(stderr).not.toMatch(/^ {4}at /m);
  const usage = stderr.slice(stderr.indexOf('\n\n') + 2);
  expect(usage).toMatch(/^Usage: n/);
  expect(usage.split('\n').filter((line) => line.length > 150)).toEqual([]);
});
