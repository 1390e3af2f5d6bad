import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createLogger } from 'service-kit/logger';
import { migrate } from 'service-kit/migrate';
import { createPostgres } from 'service-kit/postgres';

/** Long, because hundreds of concurrent tests share a busy machine. */
const CONNECTION_TIMEOUT_MS = 60_000;

/** Returns the server of the test run. @throws when the variable is missing */
const serverOf = (variable: 'POSTGRES_URL' | 'MONGO_URL'): string => {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} must name a server on which tests may create databases`);
  return url;
};

/** Returns the address of a database that does not exist yet, on the server of POSTGRES_URL. */
export const newDatabaseUrl = (prefix: string): string => {
  const url = new URL(serverOf('POSTGRES_URL'));
  url.pathname = `/${prefix}_${randomUUID().replaceAll('-', '')}`;
  return url.href;
};

/** Returns the address of a database that does not exist yet, on the server of MONGO_URL. */
export const newMongoUrl = (prefix: string): string =>
  `${serverOf('MONGO_URL').replace(/\/+$/, '')}/${prefix}_${randomUUID().replaceAll('-', '')}`;

/** Drops a PostgreSQL database and terminates its connections. */
export const dropDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: serverOf('POSTGRES_URL') });
  await client.connect();
  await client.query(`drop database ${pg.escapeIdentifier(new URL(url).pathname.slice(1))} with (force)`);
  await client.end();
};

/**
 * Creates and migrates a PostgreSQL database.
 * @param migrations folder of the service's migrations; without SQL files only the service kit's tables are created
 * @param url database that exists already, at an earlier migration
 */
export const startDatabase = async (
  prefix: string,
  migrations: URL,
  { url = newDatabaseUrl(prefix), logger = createLogger(prefix, 'silent') } = {},
) => {
  await migrate(url, migrations);
  const postgres = createPostgres({ url, logger, connectionTimeoutMs: CONNECTION_TIMEOUT_MS });
  return {
    url,
    postgres,
    stop: async (): Promise<void> => {
      await postgres.close();
      await dropDatabase(url);
    },
  };
};
export type Database = Awaited<ReturnType<typeof startDatabase>>;

/** Creates a database with only the service kit's tables. */
export const startKitDatabase = (): Promise<Database> => startDatabase('kit', new URL('./', import.meta.url));
