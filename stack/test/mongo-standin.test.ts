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

  test('checks the further fields of a query by id', async () => {
    const ports = await createPortBlock();
    const server = await startMongodb({
      dir,
      port: await ports.next(),
      log: join(dir, 'log'),
      fast: true,
      kind: 'stand-in',
    });
    await server.ready();
    const connection = await mongoose.createConnection(server.url, { dbName: 'queried' }).asPromise();
    const things = connection.collection<{ _id: string; revision: number }>('things');
    await things.insertMany([1, 2, 3].map((revision) => ({ _id: `id-${revision}`, revision })));
    expect(await things.findOne({ _id: 'id-2', revision: { $lt: 2 } })).toBeNull();
    expect(await things.findOne({ _id: 'id-2', revision: { $lt: 3 } })).toEqual({ _id: 'id-2', revision: 2 });
    const several = await things.find({ _id: { $in: ['id-1', 'id-3', 'id-4'] }, revision: { $gt: 1 } }).toArray();
    expect(several).toEqual([{ _id: 'id-3', revision: 3 }]);
    const { upsertedId } = await things.updateOne(
      { _id: 'id-4', revision: { $lt: 5 } },
      { $set: { revision: 5 } },
      { upsert: true },
    );
    expect(upsertedId).toBe('id-4');
    const older = things.updateOne({ _id: 'id-4', revision: { $lt: 5 } }, { $set: { revision: 4 } }, { upsert: true });
    await expect(older).rejects.toMatchObject({ code: 11_000 });
    expect(await things.findOne({ _id: 'id-4' })).toEqual({ _id: 'id-4', revision: 5 });
    await connection.close();
    await server.stop();
    await ports.release();
  });
});
