import pg from 'pg';
import { connectPostgres } from './postgres.ts';

/** SQLSTATEs of `create database` when another process has just created it: duplicate_database, unique_violation. */
const ALREADY_EXISTS_CODES: readonly unknown[] = ['42P04', '23505'];
/** SQLSTATE invalid_catalog_name: the server has no database of that name. */
const NO_SUCH_DATABASE = '3D000';

const isReachable = async (url: string): Promise<boolean> => {
  try {
    const client = await connectPostgres(url);
    await client.end();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === NO_SUCH_DATABASE) return false;
    throw error;
  }
};

/**
 * Creates the database of a URL when the server does not have it. Connects to the server's database `postgres` only then: in
 * prepared installations, a service's role may connect only to its own database.
 */
export const createDatabase = async (url: string): Promise<void> => {
  if (await isReachable(url)) return;
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  target.pathname = '/postgres';
  const client = await connectPostgres(target.href);
  try {
    await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    if (!ALREADY_EXISTS_CODES.includes((error as { code?: string }).code)) throw error;
  } finally {
    await client.end();
  }
};
