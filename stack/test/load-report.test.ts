import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const WRITE_SUMMARY = `echo '{"metrics":{}}' > "$3"`;
const WRITE_REPORT = 'echo report > "$K6_WEB_DASHBOARD_EXPORT"';

/** Runs the smoke test with a shell script in place of k6, called with: run --summary-export <file> <script>. */
const run = async (script: string) => {
  const k6 = join(folder, 'k6');
  await writeFile(k6, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, '../../load-tests/run.mjs'),
      'smoke',
      '--url',
      'http://site.example',
      '--out',
      folder,
      '--stack',
      join(folder, 'none'),
    ],
    { encoding: 'utf8', env: { PATH: process.env.PATH, K6: k6 } },
  );
  return { status, stdout, stderr };
};
const file = (name: string) => `  ${join(folder, name)}\n`;

test('the load report announces the files that k6 has written, and no others', async () => {
  const whole = await run(`${WRITE_SUMMARY}; ${WRITE_REPORT}`);
  expect(whole.status).toBe(0);
  expect(whole.stdout).toContain(file('smoke.json') + file('smoke.html'));
  // The report of an earlier run must not be taken for this run's.
  const short = await run(WRITE_SUMMARY);
  expect(short.status).toBe(0);
  expect(short.stdout).toContain(file('smoke.json'));
  expect(short.stdout).not.toContain('smoke.html');
});

test('the load report states that there are no results where k6 could not run', async () => {
  const { status, stdout, stderr } = await run('exit 108');
  expect(status).toBe(1);
  expect(stdout).not.toContain('smoke.json');
  expect(stderr).toBe('  ✗ k6 ended with 108 and wrote no results\n');
});
