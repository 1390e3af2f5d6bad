import { spawnSync } from 'node:child_process';
import { repository } from '../src/folders.ts';

test('a dropped table and a lost volume come back from the archive, within what is promised', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    // The duration of copying a segment depends on other load of the machine: the command promises a time, the test does not.
    ['stack/src/recovery-drill.ts', '--rows', '1000', '--timeout', '2', '--copy', '60'],
    { cwd: repository, encoding: 'utf8', timeout: 150_000 },
  );
  expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  expect(stdout).toMatch(/^point in time: \d{4,} rows in [\d.]+ s, 0 missing, .*: ok$/m);
  expect(stdout).toMatch(/^volume lost: restored in .*: ok$/m);
}, 160_000);
