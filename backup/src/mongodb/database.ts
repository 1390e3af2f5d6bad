import type mongoose from 'mongoose';
import { createMongo } from 'service-kit/mongo';

export type Database = NonNullable<mongoose.Connection['db']>;

/** Works with the catalogue's database, below mongoose: documents as they are. */
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

/** Names of the collections that are the catalogue's own. */
export const collectionsOf = async (database: Database): Promise<string[]> =>
  (await database.listCollections({}, { nameOnly: true }).toArray())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.'))
    .sort();

export const versionOf = async (database: Database): Promise<string> =>
  String((await database.command({ buildInfo: 1 })).version);

/** Whether the database holds anything that a restore would overwrite. */
export const holdsDocuments = (url: string): Promise<boolean> =>
  withMongo(url, async (database) => {
    for (const name of await collectionsOf(database))
      if (await database.collection(name).findOne({}, { projection: { _id: 1 } })) return true;
    return false;
  });
