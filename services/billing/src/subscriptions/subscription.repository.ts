import type { Postgres, Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import { databaseTime } from '../database-time.ts';
import type { TimeSql } from '../database-time.ts';
import type { State, SubscriptionFacts } from './subscription-state.ts';

export interface StoredSubscription extends SubscriptionFacts {
  subscriberId: string;
  /** Number of changes; 0 for a subscription that has no payment yet. */
  revision: number;
  /** Set by a migration or an operator when the fold has changed. */
  foldDue: boolean;
}

/** Subscription with the database's time of the read. */
export interface ReadSubscription extends StoredSubscription {
  readAt: Date;
}

/**
 * Incremented with each change of the fold, like the column's default and its index: the sweep folds again what an older version has
 * folded, also during an update.
 */
const FOLD_VERSION = 3;

interface Row {
  subscriber_id: string;
  state: State;
  paid_until: Date | null;
  revision: number;
  fold_due: boolean;
  fold_version: number;
}
const COLUMNS = [
  'subscriber_id',
  'state',
  'paid_until',
  'revision',
  'fold_due',
  'fold_version',
] satisfies (keyof Row)[];
const ROW = COLUMNS.join(', ');
const SAVE = prepared(
  `update subscriptions set state = $2, paid_until = $3, revision = $4, fold_due = false, fold_version = ${FOLD_VERSION} where subscriber_id = $1`,
);
type TimedRow = Row & { read_at: Date };
const stored = ({ subscriber_id, state, paid_until, revision, fold_due, fold_version }: Row): StoredSubscription => ({
  subscriberId: subscriber_id,
  state,
  paidUntil: paid_until,
  revision,
  foldDue: fold_due || fold_version < FOLD_VERSION,
});

const readAt = (row: TimedRow): ReadSubscription => ({ ...stored(row), readAt: row.read_at });

export const createSubscriptionRepository = (postgres: Pick<Postgres, 'query'>, timeSql: TimeSql = databaseTime) => {
  const select = () => `select ${ROW}, ${timeSql()} as read_at from subscriptions`;
  /** Creates the pending subscription of a subscriber who opens the payment page. */
  const begin = async (client: Queryable, subscriberId: string): Promise<void> => {
    await client.query('insert into subscriptions (subscriber_id) values ($1) on conflict do nothing', [subscriberId]);
  };
  return {
    begin,
    ofSubscriber: async (subscriberId: string, client: Queryable = postgres): Promise<ReadSubscription | null> => {
      const { rows } = await client.query<TimedRow>(prepared(`${select()} where subscriber_id = $1`), [subscriberId]);
      return rows[0] ? readAt(rows[0]) : null;
    },
    /** Locks the subscription until the transaction ends; creates a pending one if there was none. */
    lock: async (client: Queryable, subscriberId: string): Promise<ReadSubscription> => {
      const lockExisting = async () => {
        // The time is read after the lock is acquired, however long that took.
        const { rows } = await client.query<TimedRow>(
          prepared(
            `select ${ROW}, ${timeSql()} as read_at from (select ${ROW} from subscriptions where subscriber_id = $1 for update) as locked`,
          ),
          [subscriberId],
        );
        return rows[0];
      };
      const existing = await lockExisting();
      if (existing) return readAt(existing);
      await begin(client, subscriberId);
      const begun = await lockExisting();
      if (!begun) throw new Error('the subscription just begun is missing');
      return readAt(begun);
    },
    /**
     * Locks subscriptions whose state must change, including those that expired although their paid time has not ended; skips rows
     * locked by other replicas. A grace period reopens nothing: cancelled contracts have none, and would be due at every sweep.
     */
    lockDue: async (
      client: Queryable,
      { graceDays, limit }: { graceDays: number; limit: number },
    ): Promise<ReadSubscription[]> => {
      const { rows } = await client.query<TimedRow>(
        `with moment as materialized (select ${timeSql()} as now, ${timeSql()} - make_interval(hours => 24 * $1::int) as graced)
         ${select()}
         where (state in ('active', 'cancelled') and paid_until <= (select now from moment))
           or (state = 'grace' and paid_until <= (select graced from moment))
           or (state in ('grace', 'expired') and paid_until > (select now from moment))
           or fold_due or fold_version < ${FOLD_VERSION}
         order by paid_until nulls last limit $2 for update skip locked`,
        [graceDays, limit],
      );
      return rows.map(readAt);
    },
    /** Locks active subscriptions, after a given subscriber, whose next charge is within this many days and not announced. */
    lockUnannounced: async (
      client: Queryable,
      { days, limit, after }: { days: number; limit: number; after: string | null },
    ): Promise<ReadSubscription[]> => {
      const { rows } = await client.query<TimedRow>(
        `with moment as materialized (select ${timeSql()} as now)
         ${select()}
         where state = 'active' and announced_until is distinct from paid_until
           and paid_until > (select now from moment)
           and paid_until <= (select now + make_interval(hours => 24 * $1::int) from moment)
           and ($3::uuid is null or (paid_until, subscriber_id) > (select paid_until, subscriber_id from subscriptions where subscriber_id = $3))
         order by paid_until, subscriber_id limit $2 for update skip locked`,
        [days, limit, after],
      );
      return rows.map(readAt);
    },
    markAnnounced: async (client: Queryable, subscriberId: string): Promise<void> => {
      await client.query('update subscriptions set announced_until = paid_until where subscriber_id = $1', [
        subscriberId,
      ]);
    },
    /** Returns subscriptions ordered by subscriber id, after the given one. */
    page: async (client: Queryable, after: string | null, limit: number): Promise<StoredSubscription[]> => {
      const { rows } = await client.query<Row>(
        `select ${ROW} from subscriptions where $1::uuid is null or subscriber_id > $1 order by subscriber_id limit $2`,
        [after, limit],
      );
      return rows.map(stored);
    },
    save: async (
      client: Queryable,
      { subscriberId, state, paidUntil, revision }: Omit<StoredSubscription, 'foldDue'>,
    ): Promise<void> => {
      await client.query(SAVE, [subscriberId, state, paidUntil, revision]);
    },
  };
};
export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>;
