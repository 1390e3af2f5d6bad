import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { runCommand } from '../packages/service-kit/src/run-command.ts';
import { judge } from './advisories.ts';

const HELP = `Usage: npm run audit

Requests the advisories of what is deployed from the registry. Ends with 1 on a high or critical one, with 77 (skipped) where no
source of advisories responds.
`;

const SKIPPED = 77;

await runCommand({ help: HELP }, () => {
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
  return { passed: 0, failed: 1, skipped: SKIPPED }[verdict.outcome];
});
