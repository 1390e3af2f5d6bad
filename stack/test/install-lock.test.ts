import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error Plain JavaScript: it runs before anything is installed.
import { withLock } from '../install/lock.mjs';

describe('withLock', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'install-lock-'));
    file = join(folder, 'locks', 'npm.lock');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('runs one work after the other', async () => {
    const events: string[] = [];
    const work = (name: string) => () =>
      new Promise<void>((resolve) => {
        events.push(`${name} starts`);
        setImmediate(() => {
          events.push(`${name} ends`);
          resolve();
        });
      });
    await Promise.all([withLock(file, work('first')), withLock(file, work('second'))]);
    expect(events).toEqual(['first starts', 'first ends', 'second starts', 'second ends']);
    expect(existsSync(file)).toBe(false);
  });

  test('releases the lock when the work fails', async () => {
    await expect(withLock(file, () => Promise.reject(new Error('npm failed')))).rejects.toThrow('npm failed');
    expect(existsSync(file)).toBe(false);
  });

  test('takes over the lock of a process that has died', async () => {
    writeFileSync(file, String(spawnSync(process.execPath, ['--version']).pid));
    expect(await withLock(file, () => Promise.resolve('installed'))).toBe('installed');
  });
});
