import type mongoose from 'mongoose';
import { createMongo } from 'service-kit/mongo';

export type Database = NonNullable<mongoose.Connection['db']>;

/** Runs `work` with a connection to the catalogue's database, by the driver alone: mongoose would convert documents. */
export const withMongo = async <Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const mongo = await createMongo(url, { responseTimeoutMs: 0 });
  try {
    if (!mongo.connection.db) throw new Error('the connection has no database');
    return await work(mongo.connection.db);
  } finally {
    await mongo.close();
  }
};

/** Returns the names of the catalogue's own collections, without those of MongoDB. */
export const collectionsOf = async (database: Database): Promise<string[]> =>
  (await database.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
    .sort();

export const versionOf = async (database: Database): Promise<string> =>
  String((await database.command({ buildInfo: 1 })).version);

/** Whether the database contains any document, which a restore would overwrite. */
export const holdsDocuments = (url: string): Promise<boolean> =>
  withMongo(url, async (database) => {
    for (const name of await collectionsOf(database))
      if (await database.collection(name).findOne({}, { projection: { _id: 1 } })) return true;
    return false;
  });
