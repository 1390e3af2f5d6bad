import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { createPortBlock } from '../src/free-port.ts';
import { startMongodb } from '../src/servers/mongodb.ts';

describe('the MongoDB stand-in', () => {
  const dir = mkdtempSync(join(tmpdir(), 'coulisses-stand-in-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('keeps an acknowledged write when it is killed right after it', async () => {
    const ports = await createPortBlock();
    const options = { dir, port: await ports.next(), log: join(dir, 'log'), kind: 'stand-in' } as const;
    const write = await startMongodb(options);
    await write.ready();
    const before = await mongoose.createConnection(write.url, { dbName: 'stored' }).asPromise();
    await before.collection('things').insertOne({ name: 'first' });
    process.kill(write.pid, 'SIGKILL');
    await write.exited;
    await before.close();

    const read = await startMongodb(options);
    await read.ready();
    const after = await mongoose.createConnection(read.url, { dbName: 'stored' }).asPromise();
    expect(await after.collection('things').countDocuments({ name: 'first' })).toBe(1);
    await after.close();
    await read.stop();
    await ports.release();
  });
});
