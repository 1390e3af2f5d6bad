import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from '../src/child.ts';
import { createSupervisor } from '../src/supervisor.ts';
import { waitUntil } from '../src/wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'coulisses-restart-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const log = join(folder, 'log');
const preload = pathToFileURL(join(import.meta.dirname, '..', 'src', 'restart-on-change.ts')).href;
const main = join(folder, 'main.ts');
const imported = join(folder, 'imported.ts');
const started = join(folder, 'started');

const saveInPlace = (file: string) => appendFileSync(file, '// saved\n');
/** Replaces the file, as vim, sed -i and git do. */
const saveByReplacing = (file: string) => {
  writeFileSync(`${file}.new`, 'export const value = 1;\n');
  renameSync(`${file}.new`, file);
};

test('a process starts again after each save of a module, also of one that replaces the file, and after no other file', async () => {
  writeFileSync(imported, 'export const value = 1;\n');
  writeFileSync(
    main,
    `import './imported.ts';
     import { appendFileSync } from 'node:fs';
     process.on('SIGINT', () => process.exit(0));
     setInterval(() => undefined, 1_000);
     appendFileSync(${JSON.stringify(started)}, process.pid + '\\n');`,
  );
  const supervisor = createSupervisor({ print: () => undefined });
  await supervisor.start([
    {
      name: 'one',
      log,
      start: async () => ({
        ...(await launch({ command: process.execPath, args: ['--import', preload, main], log }, 'SIGINT')),
        ready: async () => undefined,
      }),
    },
  ]);
  const starts = () => readFileSync(started, 'utf8').trim().split('\n').length;
  const untilStarted = (count: number) =>
    waitUntil(
      `start ${count}`,
      async () => {
        if (starts() < count) throw new Error('not yet');
      },
      { deadlineMs: 20_000, everyMs: 20 },
    );
  await untilStarted(1);
  writeFileSync(join(folder, 'other.ts'), '');
  const saves = [saveByReplacing, saveByReplacing, saveInPlace, saveByReplacing, saveInPlace];
  for (const [index, save] of saves.entries()) {
    save(imported);
    await untilStarted(index + 2);
  }
  expect(starts()).toBe(saves.length + 1);
  await supervisor.stop();
});
