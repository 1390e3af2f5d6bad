import { join } from 'node:path';
import { createDatabase } from 'service-kit/create-database';
import type { DatabasePart } from '../manifest.ts';
import { countRows, withPostgres } from './client.ts';
import { runProgram } from './programs.ts';

/** Time that a restore waits for a running service to release its locks. */
const LOCK_TIMEOUT = '30s';

/** Whether any table but `migrations` has rows, which a restore would overwrite. Creates a missing database. */
export const holdsData = async (url: string): Promise<boolean> => {
  await createDatabase(url);
  const counts = await withPostgres(url, countRows);
  return Object.entries(counts).some(([table, rows]) => table !== 'migrations' && rows > 0);
};

/**
 * Replaces the content of the database with a dump.
 * @throws when a table of the dump is missing afterwards
 */
export const restoreDatabase = async (url: string, folder: string, { file, rows }: DatabasePart): Promise<void> => {
  await withPostgres(url, async (client) => {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    await client.query('begin');
    // Tables of a newer schema version would otherwise remain beside those of the dump.
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
  // Only tables are compared: a running service may already have added or deleted rows.
  const missing = Object.keys(rows).filter((table) => restored[table] === undefined);
  if (missing.length > 0) throw new Error(`after the restore these tables are missing: ${missing.join(', ')}`);
};
