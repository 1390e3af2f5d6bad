import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import mongoose from 'mongoose';
import type { CollectionPart } from '../manifest.ts';
import { collectionsOf } from './database.ts';
import type { Database } from './database.ts';

type Document = ReturnType<typeof mongoose.mongo.BSON.deserialize>;
/** Limits of one insert batch, whichever is reached first. */
const BATCH = { documents: 500, bytes: 8 * 1024 * 1024 };
/** Preserves BSON types: an integer stored as a double is restored as a double. */
const AS_STORED = { promoteValues: false, promoteLongs: false, bsonRegExp: true };
const LENGTH_BYTES = 4;

/** Yields the documents of a dump. */
async function* documentsOf(path: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path).pipe(createGunzip()) as AsyncIterable<Buffer>) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    while (rest.length - from >= LENGTH_BYTES && rest.length - from >= rest.readInt32LE(from)) {
      const length = rest.readInt32LE(from);
      yield rest.subarray(from, from + length);
      from += length;
    }
    rest = rest.subarray(from);
  }
  if (rest.length > 0) throw new Error('the last document of a dump is cut off');
}

const restoreCollection = async (
  database: Database,
  folder: string,
  { collection: name, file, documents, indexes }: CollectionPart,
): Promise<void> => {
  const collection = database.collection<Document>(name);
  const named = indexes
    .filter((index) => index.name !== '_id_')
    .map(({ v: _version, ns: _namespace, ...index }) => index);
  if (named.length > 0) await collection.createIndexes(named);
  let batch: Document[] = [];
  let bytes = 0;
  let restored = 0;
  const send = async () => {
    if (batch.length > 0) restored += (await collection.insertMany(batch, { ordered: false })).insertedCount;
    batch = [];
    bytes = 0;
  };
  for await (const bson of documentsOf(join(folder, file))) {
    batch.push(mongoose.mongo.BSON.deserialize(bson, AS_STORED));
    bytes += bson.length;
    if (batch.length >= BATCH.documents || bytes >= BATCH.bytes) await send();
  }
  await send();
  if (restored !== documents) throw new Error(`${name}: ${restored} documents were restored of ${documents}`);
};

/** Replaces the content of the database, indexes included, with a dump. */
export const restoreMongo = async (
  database: Database,
  folder: string,
  parts: readonly CollectionPart[],
): Promise<void> => {
  for (const name of await collectionsOf(database)) await database.collection(name).drop();
  for (const part of parts) await restoreCollection(database, folder, part);
};
