import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASES, recordOf } from 'contracts/services';
import type { DatabaseName } from 'contracts/services';
import { createMongo } from 'service-kit/mongo';
import type { Driver } from 'media/testing/drivers';
import { databaseVariable } from '../src/config.ts';
import type { StoreSettings } from '../src/config.ts';
import { withPostgres } from '../src/postgres/client.ts';

const environmentOf = (name: 'POSTGRES_URL' | 'MONGO_URL'): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
};

/** Creates stores for one test: four PostgreSQL databases, a MongoDB database and a file store. */
export const createStores = async (driver: Driver) => {
  const run = randomUUID().replaceAll('-', '');
  const server = environmentOf('POSTGRES_URL');
  const nameOf = (service: DatabaseName) => `backup_${service}_${run}`;
  const mongoUrl = `${environmentOf('MONGO_URL').replace(/\/+$/, '')}/backup_test_${run}`;
  const databases = {
    ...recordOf(DATABASES, (service) => [
      databaseVariable(service),
      Object.assign(new URL(server), { pathname: `/${nameOf(service)}` }).href,
    ]),
    MONGO_URL: mongoUrl,
  };
  let backups = await driver.open();
  const settings = async (): Promise<StoreSettings> => ({ ...databases, ...(await backups.settingsOfProcess()) });

  const emptyDatabases = async () => {
    await withPostgres(server, async (client) => {
      for (const service of DATABASES)
        await client.query(`drop database if exists ${client.escapeIdentifier(nameOf(service))} with (force)`);
    });
    const mongo = await createMongo(mongoUrl);
    await mongo.connection.dropDatabase();
    await mongo.close();
  };
  return {
    settings,
    /** Returns the names of the stored files. */
    files: () => backups.files(),
    /** Replaces the stores with new, empty ones at the same addresses, as after the loss of every disk. */
    lose: async (): Promise<void> => {
      await emptyDatabases();
      await backups.remove();
      backups = await driver.open();
    },
    remove: async (): Promise<void> => {
      await emptyDatabases();
      await backups.remove();
    },
  };
};

/** Removes a stored file without the knowledge of the media service. */
export const removeFile = (settings: StoreSettings, key: string): Promise<void> => {
  if (settings.STORAGE_DRIVER !== 'file') throw new Error('only of a folder');
  return rm(join(settings.STORAGE_DIR, 'files', key));
};
