import { postgresAddress } from './config.ts';
import type { Logger } from './logger.ts';
import { migrate } from './migrate.ts';
import { createPostgres, setRoleDefaults } from './postgres.ts';

/** Settings of a process with a PostgreSQL database. */
export const databaseSettings = {
  /** URL of the server, or of a transaction pooler in front of it. */
  DATABASE_URL: postgresAddress(),
  /** URL of the server itself; required when DATABASE_URL names a pooler. */
  DATABASE_DIRECT_URL: postgresAddress().optional(),
};

interface DatabaseSettings {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
}

/** Returns the URL without a pooler: session locks and LISTEN need sessions of the server itself. */
export const directUrlOf = ({ DATABASE_URL, DATABASE_DIRECT_URL }: DatabaseSettings): string =>
  DATABASE_DIRECT_URL ?? DATABASE_URL;

/** Opens the pool that the settings describe. */
export const openPostgres = (settings: DatabaseSettings, options: { logger: Logger; max?: number }) =>
  createPostgres({
    url: settings.DATABASE_URL,
    isBehindPooler: settings.DATABASE_DIRECT_URL !== undefined,
    ...options,
  });

/**
 * Applies a folder of migrations directly on the server; behind a pooler, the role carries the timeouts that clients cannot send.
 */
export const migrateDatabase = async (settings: DatabaseSettings, folder: URL): Promise<string[]> => {
  const names = await migrate(directUrlOf(settings), folder);
  if (settings.DATABASE_DIRECT_URL !== undefined) await setRoleDefaults(settings.DATABASE_DIRECT_URL);
  return names;
};
