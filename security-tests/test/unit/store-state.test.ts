import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { startKitDatabase } from 'testing/databases';
import type { Database } from 'testing/databases';
import { openStores } from '../../src/platform/store-state.ts';
import type { Stores } from '../../src/platform/store-state.ts';

let database: Database;
let mongo: mongoose.Connection;
let folder: string;
let stores: Stores;
beforeAll(async () => {
  const mongoUrl = new URL(process.env.MONGO_URL ?? '');
  mongoUrl.pathname = `/stores-${randomUUID()}`;
  database = await startKitDatabase();
  mongo = await mongoose.createConnection(mongoUrl.href).asPromise();
  await mongo.collection<{ _id: string }>('models').insertOne({ _id: 'nina', outbox: [] } as { _id: string });
  folder = mkdtempSync(join(tmpdir(), 'coulisses-stores-'));
  stores = openStores({
    stores: { IDENTITY_DATABASE_URL: database.url, MONGO_URL: mongoUrl.href, STORAGE_DIR: folder },
  });
});
afterAll(async () => {
  await stores.close();
  await mongo.dropDatabase();
  await Promise.all([mongo.close(), database.stop()]);
  rmSync(folder, { recursive: true });
});

const query = (text: string) => database.postgres.query(text);

describe('the state of the stores', () => {
  test('is the same after work that writes nothing', async () => {
    expect(await stores.changedBy(async () => undefined)).toEqual([]);
  });

  test.each<[string, string, () => Promise<unknown>]>([
    [
      'a row that was inserted',
      'identity.inbox',
      () => query(`insert into inbox (event_id) values ('${randomUUID()}')`),
    ],
    [
      'a row that was updated',
      'identity.inbox',
      () => query(`update inbox set received_at = now() + interval '1 day'`),
    ],
    ['a row that was deleted', 'identity.inbox', () => query('delete from inbox')],
    [
      'a document that was updated',
      'catalogue.models',
      () => mongo.collection<{ _id: string }>('models').updateOne({ _id: 'nina' }, { $set: { bio: randomUUID() } }),
    ],
    ['a new collection', 'catalogue.others', () => mongo.collection('others').insertOne({})],
    ['a file', 'media files', async () => writeFileSync(join(folder, 'original'), 'bytes')],
  ])('names what %s belongs to', async (_name, changed, write) => {
    expect(await stores.changedBy(async () => void (await write()))).toEqual([changed]);
  });

  test('leaves out what a rejected request changes on purpose', async () => {
    expect(
      await stores.changedBy(
        async () => void (await query(`insert into rate_limits (key, points) values ('${randomUUID()}', 1)`)),
      ),
    ).toEqual([]);
  });

  test('waits until the outbox is empty', async () => {
    await query(`insert into outbox (event) values ('{}')`);
    const emptied = new Promise((resolve) => setTimeout(resolve, 700)).then(() => query('delete from outbox'));
    let outbox: number | null = null;
    await stores.changedBy(async () => {
      outbox = (await query('select from outbox')).rowCount;
    });
    await emptied;
    expect(outbox).toBe(0);
  });
});
