import type { Queryable } from 'service-kit/postgres';

/** Waits for a lock that holds among all processes of the database until the transaction of `client` ends. */
export const lockByName = async (client: Queryable, name: string): Promise<void> => {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
};
