import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const KIT = join(import.meta.dirname, '../src');

/** Runs a program with the option "count" and the given body. */
const run = (body: string, ...options: string[]) => {
  const program = `
    import { ConfigError } from '${KIT}/config.ts';
    import { runCommand, UsageError, wholeNumber } from '${KIT}/run-command.ts';
    await runCommand({ help: 'Usage: example', options: { count: { type: 'string', default: '1' } } }, async ({ values }) => { ${body} });`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', program, '--', ...options],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
};

describe('a command', () => {
  test.each(['--help', '-h'])('prints its help for %s, and does nothing else', (option) => {
    expect(run(`throw new Error('ran')`, option)).toEqual({ status: 0, stdout: 'Usage: example\n', stderr: '' });
  });

  test('ends with what it returns', () => {
    expect(run('return Number(values.count)', '--count', '3').status).toBe(3);
    expect(run('').status).toBe(0);
  });

  test.each([
    ['an unknown option', '', ['--bogus'], /^Unknown option '--bogus'.*\n\nUsage: example\n$/],
    ['a wrong use', `throw new UsageError('Which?')`, [], /^Which\?\n\nUsage: example\n$/],
    [
      'a number out of bounds',
      `wholeNumber(values.count, '--count', { least: 2, most: 8 })`,
      [],
      /^--count takes a whole number from 2 to 8\.\n/,
    ],
    [
      'a number that is none',
      `wholeNumber(values.count, '--count', { least: 1 })`,
      ['--count', '1e3'],
      /^--count takes a whole number from 1 on\.\n/,
    ],
    ['missing settings', `throw new ConfigError(['RABBIT_URL is missing'])`, [], /RABBIT_URL is missing\n$/],
  ])('ends with 2 and a sentence for %s', (_name, body, options, expected) => {
    const { status, stdout, stderr } = run(body, ...options);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(expected);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  test('throws a fault of its own', () => {
    const { status, stderr } = run(`throw new Error('a fault')`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/Error: a fault\n {4}at /);
  });
});
