import { readdir } from 'node:fs/promises';
import { KIT_MIGRATIONS } from './kit-migrations.ts';
import type { Postgres } from './postgres.ts';

/**
 * Creates the readiness check of a PostgreSQL database: it fails unless the database is reachable and every migration of the folder
 * is applied.
 */
export const createDatabaseCheck = (postgres: Pick<Postgres, 'query' | 'ping'>, migrations: URL) => {
  let isMigrated = false;
  return async (): Promise<void> => {
    if (isMigrated) return void (await postgres.ping());
    const migrationNames = [
      ...KIT_MIGRATIONS.map(({ name }) => name),
      ...(await readdir(migrations)).filter((name) => name.endsWith('.sql')),
    ];
    const { rows } = await postgres.query<{ name: string }>('select name from migrations');
    const missingNames = migrationNames.filter((name) => !rows.some((row) => row.name === name));
    if (missingNames.length > 0) throw new Error(`migrations are missing: ${missingNames.join(', ')}`);
    isMigrated = true;
  };
};
