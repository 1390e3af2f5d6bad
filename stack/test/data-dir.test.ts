import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../src/child.ts';
import { stackRunningOn, takeDataDir } from '../src/data-dir.ts';
import { createPortBlock, isFree } from '../src/free-port.ts';
import { endLeftovers, recordProcesses } from '../src/leftovers.ts';
import { loadOrCreateSecrets } from '../src/secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'coulisses-data-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the secrets', () => {
  test('keeps them over a restart, readable by their owner alone', async () => {
    const first = await loadOrCreateSecrets(folder);
    expect(await loadOrCreateSecrets(folder)).toEqual(first);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(first.identityKey)).toMatchObject({
      kty: 'OKP',
      crv: 'Ed25519',
      kid: expect.any(String),
      d: expect.any(String),
    });
    expect(first.identityKey).not.toBe(first.affiliateKey);
  });

  test('retains secrets of a newer version', async () => {
    const file = join(folder, 'secrets.json');
    writeFileSync(file, JSON.stringify({ ...(await loadOrCreateSecrets(folder)), laterSecret: 'x' }));
    await loadOrCreateSecrets(folder);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ laterSecret: 'x' });
  });
});

describe('the folder', () => {
  test('rejects a second stack until the first has released it', () => {
    const giveBack = takeDataDir(folder);
    expect(stackRunningOn(folder)).toBe(process.pid);
    expect(() => takeDataDir(folder)).toThrow(/is running on .* already/);
    giveBack();
    expect(stackRunningOn(folder)).toBeUndefined();
  });

  test('frees a folder whose lock names an ended process', () => {
    writeFileSync(join(folder, 'stack.lock'), `${process.pid} another-moment\n`);
    expect(stackRunningOn(folder)).toBeUndefined();
  });

  test('ends a process that an earlier stack left running, and no stranger with a recorded number', async () => {
    const left = await launch({ command: 'sleep', args: ['600'], log: join(folder, 'log') });
    const stranger = await launch({ command: 'sleep', args: ['600'], log: join(folder, 'log') });
    recordProcesses(folder, [left.pid, stranger.pid]);
    const file = join(folder, 'pids.json');
    const records = JSON.parse(readFileSync(file, 'utf8')) as { pid: number; startedAt: string }[];
    writeFileSync(
      file,
      JSON.stringify(records.map((record) => (record.pid === stranger.pid ? { ...record, startedAt: '1' } : record))),
    );
    expect(endLeftovers(folder)).toBe(1);
    expect(await left.exited).toBe('SIGKILL');
    await stranger.stop();
    expect(await stranger.exited).toBe('SIGTERM');
  });
});

describe('a block of ports', () => {
  test('gives another stack another block, whose ports are free', async () => {
    const one = await createPortBlock();
    const other = await createPortBlock(one.first);
    expect(other.first).not.toBe(one.first);
    const port = await one.next();
    expect(port).toBeGreaterThan(one.first);
    expect(await isFree(port)).toBe(true);
    await one.release();
    const again = await createPortBlock(one.first);
    expect(again.first).toBe(one.first);
    await Promise.all([other.release(), again.release()]);
  });
});
