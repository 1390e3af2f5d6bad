import { join } from 'node:path';
import { createDatabase } from 'service-kit/create-database';
import type { DatabasePart } from '../manifest.ts';
import { countRows, withPostgres } from './client.ts';
import { runProgram } from './programs.ts';

/** How long a restore waits for a service that still runs to release its connections. */
const LOCK_TIMEOUT = '30s';

/** Whether the database holds anything that a restore would overwrite. Makes the database where it is missing. */
export const holdsData = async (url: string): Promise<boolean> => {
  await createDatabase(url);
  const counts = await withPostgres(url, countRows);
  return Object.entries(counts).some(([table, rows]) => table !== 'migrations' && rows > 0);
};

/**
 * Puts a dump in the place of what the database holds.
 * @throws when afterwards a table has not the rows that it had
 */
export const restoreDatabase = async (url: string, folder: string, { file, rows }: DatabasePart): Promise<void> => {
  await withPostgres(url, async (client) => {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query('begin');
    // Tables of a newer version would stay beside those of the dump.
    await client.query('drop schema public cascade');
    await client.query('create schema public');
    await client.query('commit');
  });
  const { output, ended } = runProgram('pg_restore', url, [
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    '--single-transaction',
    join(folder, file),
  ]);
  output.resume();
  await ended;
  const restored = await withPostgres(url, countRows);
  // A service that runs already may have added to a table, or swept it.
  const missing = Object.keys(rows).filter((table) => restored[table] === undefined);
  if (missing.length > 0) throw new Error(`after the restore these tables are missing: ${missing.join(', ')}`);
};
