import type { Queryable } from 'service-kit/postgres';

/**
 * SQL for the current time. The database's clock decides about paid and ended periods: a process with a wrong clock must not end
 * anything permanently (docs/domain.md#subscription). Tests replace it.
 */
export type TimeSql = () => string;
export const databaseTime: TimeSql = () => 'clock_timestamp()';

export const readTime = async (client: Queryable, timeSql: TimeSql): Promise<Date> => {
  const { rows } = await client.query<{ now: Date }>(`select ${timeSql()} as now`);
  if (!rows[0]) throw new Error('the database gave no time');
  return rows[0].now;
};
