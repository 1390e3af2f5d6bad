import { spawnSync } from 'node:child_process';
import { repository } from '../src/folders.ts';

test('a dropped table and a lost volume come back from the archive, within what is promised', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['stack/src/recovery-drill.ts', '--rows', '1000', '--timeout', '2'],
    { cwd: repository, encoding: 'utf8', timeout: 150_000 },
  );
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/^point in time: \d{4,} rows in [\d.]+ s, 0 missing, .*: ok$/m);
  expect(stdout).toMatch(/^volume lost: restored in .*: ok$/m);
}, 160_000);
