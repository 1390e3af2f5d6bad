import type { Logger } from './logger.ts';
import type { Postgres } from './postgres.ts';
import { createWorker } from './worker.ts';
import type { Worker } from './worker.ts';

const BATCH_ROWS = 1_000;
const INTERVAL_MS = 60 * 60_000;

/** Rows of a table to delete. */
export interface Expiry {
  table: string;
  /** SQL condition for the rows. */
  where: string;
}

interface RetentionOptions {
  /** Name of the worker in the logs. */
  name: string;
  expiries: readonly Expiry[];
  postgres: Pick<Postgres, 'query'>;
  intervalMs?: number;
  logger: Logger;
}

/**
 * Deletes obsolete rows in bounded batches, concurrently with other replicas and without waiting for locked rows. A failure in one
 * table does not block the others.
 */
export const createRetention = ({
  name,
  expiries,
  postgres,
  intervalMs = INTERVAL_MS,
  logger,
}: RetentionOptions): Worker => {
  const removeBatch = async ({ table, where }: Expiry): Promise<boolean> => {
    // The ctid of locked rows cannot change before they are deleted.
    const { rowCount } = await postgres.query(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit $1 for update skip locked))`,
      [BATCH_ROWS],
    );
    return rowCount === BATCH_ROWS;
  };
  return createWorker({
    name,
    intervalMs,
    work: async () => {
      let isMoreToDo = false;
      for (const expiry of expiries)
        try {
          isMoreToDo = (await removeBatch(expiry)) || isMoreToDo;
        } catch (error) {
          logger.warn({ err: error, worker: name, table: expiry.table }, 'expired rows were not deleted');
        }
      return isMoreToDo;
    },
    logger,
  });
};
