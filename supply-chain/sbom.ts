import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../packages/service-kit/src/run-command.ts';

const HELP = `Usage: npm run sbom

Writes the software bill of materials (CycloneDX) of what is deployed to sbom/: every package of the lockfile but those of
development, the same bytes for the same lockfile.
`;

const repository = join(import.meta.dirname, '..');
const file = join(repository, 'sbom', 'coulisses.cdx.json');

const ARGUMENTS = [
  '--package-lock-only',
  // `npm ls` reports unused optional peers, and packages of other operating systems, as errors.
  '--ignore-npm-errors',
  '--omit',
  'dev',
  '--output-reproducible',
  '--output-format',
  'JSON',
  '--output-file',
  file,
];

await runCommand({ help: HELP }, () => {
  mkdirSync(join(repository, 'sbom'), { recursive: true });
  // Fetched on demand: with its dependencies it would be a tenth of the development packages. Its scripts are not needed.
  const { status, stderr } = spawnSync(
    'npx',
    ['--yes', '--ignore-scripts', '@cyclonedx/cyclonedx-npm@6.0.1', ...ARGUMENTS],
    { cwd: repository, stdio: ['ignore', 'inherit', 'pipe'], encoding: 'utf8' },
  );
  (status === 0 ? process.stdout : process.stderr).write(status === 0 ? `${file}\n` : (stderr ?? ''));
  return status === 0 ? 0 : 1;
});
