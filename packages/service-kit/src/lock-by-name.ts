import type { Queryable } from './postgres.ts';

/**
 * Waits for a lock that holds among all processes of the database until the transaction of `client` ends.
 * @param isShared beside other shared holders
 */
export const lockByName = async (client: Queryable, name: string, { isShared = false } = {}): Promise<void> => {
  await client.query(`select pg_advisory_xact_lock${isShared ? '_shared' : ''}(hashtextextended($1, 0))`, [name]);
};
