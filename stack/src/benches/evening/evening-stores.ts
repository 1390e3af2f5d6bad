import { createMongo } from 'service-kit/mongo';
import pg from 'pg';

/** Services that consume events about lives. */
const CONSUMERS = ['identity', 'affiliate'] as const;

/** Traces that a live would leave if it were written and published. */
interface Traces {
  /** Number of models with unpublished events. */
  outbox: number;
  /** Number of events that each consumer has handled so far. */
  handled: number;
}

/** Opens the stores of a stack that contain data about lives. @param stores as in its stack.json */
export const openEveningStores = async (stores: Readonly<Record<string, string>>) => {
  const mongo = await createMongo(stores.MONGO_URL ?? '', { responseTimeoutMs: 0 });
  const models = mongo.connection.collection('models');
  const pools = CONSUMERS.map(
    (name) => new pg.Pool({ connectionString: stores[`${name.toUpperCase()}_DATABASE_URL`] ?? '', max: 1 }),
  );
  const handledBy = async (pool: pg.Pool): Promise<number> =>
    Number((await pool.query<{ count: string }>('select count(*) from inbox')).rows[0]?.count);
  return {
    /** Gives every model the same schedule, as if each were saved; publishes nothing. */
    setSchedule: async (start: string, end: string): Promise<void> => {
      const liveRule = `${start}-${end}`;
      await models.updateMany({}, { $set: { live_schedule_start: start, live_schedule_end: end, liveRule } });
      await Promise.all(pools.map((pool) => pool.query('update models set live_rule = $1', [liveRule])));
    },
    traces: async (): Promise<Traces> => {
      const [outbox, ...handled] = await Promise.all([
        models.countDocuments({ 'outbox.id': { $gt: '' } }),
        ...pools.map(handledBy),
      ]);
      return { outbox, handled: handled.reduce((sum, count) => sum + count, 0) };
    },
    close: async (): Promise<void> => {
      await Promise.all([mongo.close(), ...pools.map((pool) => pool.end())]);
    },
  };
};
