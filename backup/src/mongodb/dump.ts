import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { mongoIndexes } from '../manifest.ts';
import type { CollectionPart } from '../manifest.ts';
import { writeSealedFile } from '../sealed-file.ts';
import { collectionsOf } from './database.ts';
import type { Database } from './database.ts';

/**
 * Writes each collection in mongodump's format: concatenated BSON documents. A document that changes during the dump is written as
 * it was before or after the change.
 */
export const dumpMongo = async (database: Database, folder: string): Promise<CollectionPart[]> => {
  const parts: CollectionPart[] = [];
  for (const collection of await collectionsOf(database)) {
    const file = join('mongodb', `${collection}.bson.gz`);
    let documents = 0;
    const cursor = database.collection(collection).find({}, { raw: true, batchSize: 500 }).sort({ _id: 1 });
    const bson = Readable.from(
      cursor.map((bson: unknown) => {
        if (!Buffer.isBuffer(bson))
          throw new TypeError(`${collection}: the driver has decoded what should stay raw BSON`);
        documents += 1;
        return bson;
      }),
    ).pipe(createGzip());
    const indexes = mongoIndexes.parse(await database.collection(collection).indexes());
    parts.push({ collection, file, ...(await writeSealedFile(join(folder, file), bson)), documents, indexes });
  }
  return parts;
};
