import { createMongo } from 'service-kit/mongo';
import pg from 'pg';

/** Services that act on lives, from the events that they consume. */
const CONSUMERS = ['identity', 'affiliate'] as const;

/** What a live could leave behind, were it written and published. */
interface Traces {
  /** Models with events that wait to be published. */
  outbox: number;
  /** Events that each consumer has handled so far. */
  handled: number;
}

/** The stores of a stack, as far as lives are in them. @param stores of its stack.json */
export const openEveningStores = async (stores: Readonly<Record<string, string>>) => {
  const mongo = await createMongo(stores.MONGO_URL ?? '', { responseTimeoutMs: 0 });
  const models = mongo.connection.collection('models');
  const pools = CONSUMERS.map(
    (name) => new pg.Pool({ connectionString: stores[`${name.toUpperCase()}_DATABASE_URL`] ?? '', max: 1 }),
  );
  const handledBy = async (pool: pg.Pool): Promise<number> =>
    Number((await pool.query<{ count: string }>('select count(*) from inbox')).rows[0]?.count);
  return {
    /** Gives every model the same schedule, as a save of each would; nothing is published. */
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
