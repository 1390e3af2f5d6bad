import type { Queryable } from 'service-kit/postgres';

/**
 * SQL of the present moment. The database's clock decides what is paid and what has ended: a process whose clock is wrong must not
 * end anything for good (docs/domain.md#subscription). Tests put another one in its place.
 */
export type TimeSql = () => string;
export const databaseTime: TimeSql = () => 'clock_timestamp()';

export const readTime = async (client: Queryable, timeSql: TimeSql): Promise<Date> => {
  const { rows } = await client.query<{ now: Date }>(`select ${timeSql()} as now`);
  if (!rows[0]) throw new Error('the database gave no time');
  return rows[0].now;
};
