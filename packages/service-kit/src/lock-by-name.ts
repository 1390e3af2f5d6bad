import type { Queryable } from './postgres.ts';
import { prepared } from './prepared.ts';

const EXCLUSIVE = prepared('select pg_advisory_xact_lock(hashtextextended($1, 0))');
const SHARED = prepared('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))');

/**
 * Acquires a lock across all processes of the database, held until the transaction of `client` ends.
 * @param isShared whether other shared holders are allowed
 */
export const lockByName = async (client: Queryable, name: string, { isShared = false } = {}): Promise<void> => {
  await client.query(isShared ? SHARED : EXCLUSIVE, [name]);
};
