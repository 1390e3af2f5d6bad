import type { Queryable } from './postgres.ts';

/**
 * Acquires a lock across all processes of the database, held until the transaction of `client` ends.
 * @param isShared whether other shared holders are allowed
 */
export const lockByName = async (client: Queryable, name: string, { isShared = false } = {}): Promise<void> => {
  await client.query(`select pg_advisory_xact_lock${isShared ? '_shared' : ''}(hashtextextended($1, 0))`, [name]);
};
