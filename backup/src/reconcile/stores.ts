import { createModelWriter } from 'catalogue/models/model-writer';
import type { ModelWriter } from 'catalogue/models/model-writer';
import { createModelRepository } from 'catalogue/models/model.repository';
import { createAssetRepository } from 'catalogue/projections/assets.repository';
import type { AssetRepository } from 'catalogue/projections/assets.repository';
import type pg from 'pg';
import { createMongo } from 'service-kit/mongo';
import type { Mongo } from 'service-kit/mongo';
import { DATABASES, databaseUrls } from '../config.ts';
import type { DatabaseName, Settings } from '../config.ts';
import { openMediaStore } from '../media/open-store.ts';
import type { MediaStore } from '../media/store.ts';
import { connectPostgres } from '../postgres/client.ts';

/** Every store, open. */
export interface Stores extends Record<DatabaseName, pg.Client> {
  catalogue: Mongo['connection'];
  /** The catalogue's own way of telling a model. */
  modelWriter: ModelWriter;
  modelAssets: AssetRepository;
  files: MediaStore;
  graceDays: number;
}

/** Opens every store for as long as `work` takes. */
export const withStores = async <Result>(
  settings: Settings,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> => {
  const urls = databaseUrls(settings);
  const clients: pg.Client[] = [];
  const open = async (name: DatabaseName) => {
    const client = await connectPostgres(urls[name]);
    clients.push(client);
    return [name, client] as const;
  };
  const mongo = await createMongo(settings.MONGO_URL);
  const files = await openMediaStore(settings);
  try {
    const databases = Object.fromEntries(await Promise.all(DATABASES.map(open))) as Record<DatabaseName, pg.Client>;
    const modelAssets = createAssetRepository(mongo.connection);
    const modelWriter = createModelWriter({ models: createModelRepository(mongo.connection), assets: modelAssets });
    return await work({
      ...databases,
      catalogue: mongo.connection,
      modelAssets,
      modelWriter,
      files,
      graceDays: settings.GRACE_DAYS,
    });
  } finally {
    files.close();
    await Promise.all([mongo.close(), ...clients.map((client) => client.end())]);
  }
};

/** One transaction of an owner: its rows and the events that tell them change together. */
export const inTransaction = async (client: pg.Client, work: () => Promise<void>): Promise<void> => {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
};
