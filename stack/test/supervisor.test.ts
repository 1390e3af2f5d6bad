import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../src/child.ts';
import { startOf } from '../src/leftovers.ts';
import { createSupervisor, StartError } from '../src/supervisor.ts';
import type { Supervised } from '../src/supervisor.ts';
import { waitUntil } from '../src/wait-until.ts';

const folder = mkdtempSync(join(tmpdir(), 'coulisses-supervisor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const log = join(folder, 'log');
const isAlive = (pid: number) => startOf(pid) !== undefined && !isZombie(pid);
const isZombie = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.startsWith('Z') ?? true;
  } catch {
    return true;
  }
};
const until = (what: string, holds: () => boolean, deadlineMs = 5_000) =>
  waitUntil(
    what,
    async () => {
      if (!holds()) throw new Error('not yet');
    },
    { deadlineMs, everyMs: 20 },
  );

/** Returns a process that runs until it is stopped, with a child process whose pid it prints. */
const shell = (name: string, script: string): Supervised => ({
  name,
  log,
  start: async () => ({
    ...(await launch({ command: 'sh', args: ['-c', script], log })),
    url: `http://${name}`,
    ready: async () => undefined,
  }),
});

describe('the supervisor', () => {
  test('restarts a killed process within 2 s, with a new pid and the same address', async () => {
    const changes: number[] = [];
    const supervisor = createSupervisor({ print: () => undefined, changed: () => changes.push(Date.now()) });
    await supervisor.start([shell('one', 'exec sleep 60')]);
    const before = supervisor.processes().one;
    const killedAt = Date.now();
    process.kill(before?.pid ?? 0, 'SIGKILL');
    await until('the restart', () => supervisor.processes().one?.pid !== before?.pid, 2_000);
    const after = supervisor.processes().one;
    expect(after).toMatchObject({ url: 'http://one', log });
    expect(isAlive(after?.pid ?? 0)).toBe(true);
    expect(changes.at(-1)).toBeGreaterThanOrEqual(killedAt);
    await supervisor.stop();
    expect(isAlive(after?.pid ?? 0)).toBe(false);
  });

  test('ends the last started first when it stops, and children of children as well', async () => {
    const output = join(folder, 'order');
    const parent = join(folder, 'child-pid');
    const supervisor = createSupervisor({ print: () => undefined });
    const listening = join(folder, 'listening');
    const ending = (name: string) =>
      `trap 'echo ${name} >>${output}; exit 0' TERM; echo ${name} >>${listening}; while :; do sleep 0.05; done`;
    await supervisor.start([shell('first', `sleep 600 & echo $! >${parent}; ${ending('first')}`)]);
    await supervisor.start([shell('second', ending('second'))]);
    await until('the child', () => /\d/.test(readOr(parent)));
    await until('both to listen for their end', () => /first\nsecond|second\nfirst/.test(readOr(listening)));
    const grandchild = Number(readOr(parent));
    expect(isAlive(grandchild)).toBe(true);
    await supervisor.stop();
    expect(readOr(output)).toBe('second\nfirst\n');
    await until('the end of the child', () => !isAlive(grandchild));
  });

  test('fails the start when a process never gets ready, and names it and its log', async () => {
    const supervisor = createSupervisor({ print: () => undefined });
    const broken: Supervised = { ...shell('broken', 'exit 3') };
    const start = supervisor.start([
      {
        ...broken,
        start: async () => {
          const running = await launch({ command: 'sh', args: ['-c', 'exit 3'], log });
          return {
            ...running,
            ready: () =>
              waitUntil('broken', () => Promise.reject(new Error('no response')), {
                ended: running.exited,
                everyMs: 20,
              }),
          };
        },
      },
    ]);
    const failure = await start.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartError);
    expect(failure).toMatchObject({ message: 'broken did not start: broken ended (exit code 3)', log });
    await supervisor.stop();
  });

  test('ends the launched processes when their launcher is killed', async () => {
    const script = `
      import { launch } from ${JSON.stringify(join(import.meta.dirname, '..', 'src', 'child.ts'))};
      const running = await launch({ command: 'sleep', args: ['600'], log: ${JSON.stringify(log)} });
      process.stdout.write(String(running.pid));
      setInterval(() => undefined, 1000);`;
    const owner = execFile(process.execPath, ['--input-type=module', '-e', script]);
    let printed = '';
    owner.stdout?.on('data', (text: string) => {
      printed += text;
    });
    await until('the launch', () => /^\d+$/.test(printed), 10_000);
    const launched = Number(printed);
    expect(isAlive(launched)).toBe(true);
    owner.kill('SIGKILL');
    await until('the end of what it launched', () => !isAlive(launched));
  });
});

const readOr = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};
