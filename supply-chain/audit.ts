import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { judge } from './advisories.ts';

/**
 * Asks the registry for advisories about what is deployed. Ends with 1 on a high or critical one, with 77 (skipped) where no
 * source of advisories answers.
 */
const SKIPPED = 77;

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
  cwd: join(import.meta.dirname, '..'),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
});
const verdict = judge(stdout ?? '');

if (verdict.outcome === 'failed') process.stdout.write(`${verdict.findings.join('\n')}\n`);
else
  process.stdout.write(
    verdict.outcome === 'passed'
      ? 'no high or critical advisory about what is deployed\n'
      : `skipped: no source of advisories (${verdict.reason})\n`,
  );
process.exitCode = { passed: 0, failed: 1, skipped: SKIPPED }[verdict.outcome];
