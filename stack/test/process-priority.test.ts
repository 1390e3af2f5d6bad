import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { raisePriority } from '../src/process-priority.ts';

test('a supervisor raises the priority where the user may, and ignores missing rights and ended processes', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const before = getPriority(pid);
  raisePriority(pid);
  expect(getPriority(pid)).toBe(process.getuid?.() === 0 ? -10 : before);
  child.kill();
  await once(child, 'exit');
  expect(() => raisePriority(pid)).not.toThrow();
});
