import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { letGoFirst } from '../src/priority.ts';

test('When a process is to go first, then it does where the user may say so, and nothing fails where not or when it has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const before = getPriority(pid);
  letGoFirst(pid);
  expect(getPriority(pid)).toBe(process.getuid?.() === 0 ? -10 : before);
  child.kill();
  await once(child, 'exit');
  expect(() => letGoFirst(pid)).not.toThrow();
});
