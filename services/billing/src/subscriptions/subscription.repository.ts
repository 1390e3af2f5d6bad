import type { Postgres, Queryable } from 'service-kit/postgres';
import type { State, SubscriptionFacts } from './subscription-state.ts';

export interface StoredSubscription extends SubscriptionFacts {
  subscriberId: string;
  /** Counts the changes; 0 for a subscription that only waits for its first payment. */
  revision: number;
  /** Set by a migration that changes the fold. */
  foldDue: boolean;
}

interface Row {
  subscriber_id: string;
  state: State;
  paid_until: Date | null;
  revision: number;
  fold_due: boolean;
}
const stored = ({ subscriber_id, state, paid_until, revision, fold_due }: Row): StoredSubscription => ({
  subscriberId: subscriber_id,
  state,
  paidUntil: paid_until,
  revision,
  foldDue: fold_due,
});

export const createSubscriptionRepository = (database: Pick<Postgres, 'query'>) => {
  /** Creates the pending subscription of a subscriber who opens the payment page. */
  const begin = async (client: Queryable, subscriberId: string): Promise<void> => {
    await client.query('insert into subscriptions (subscriber_id) values ($1) on conflict do nothing', [subscriberId]);
  };
  return {
    begin,
    find: async (subscriberId: string): Promise<StoredSubscription | null> => {
      const { rows } = await database.query<Row>('select * from subscriptions where subscriber_id = $1', [
        subscriberId,
      ]);
      return rows[0] ? stored(rows[0]) : null;
    },
    /** Holds the subscription, a pending one if there was none, until the transaction ends. */
    lock: async (client: Queryable, subscriberId: string): Promise<StoredSubscription> => {
      await begin(client, subscriberId);
      const { rows } = await client.query<Row>('select * from subscriptions where subscriber_id = $1 for update', [
        subscriberId,
      ]);
      if (!rows[0]) throw new Error('the subscription just locked is missing');
      return stored(rows[0]);
    },
    /** Locks subscriptions whose state is due to change; skips those that another replica has locked. */
    lockDue: async (
      client: Queryable,
      { now, graceDays, limit }: { now: Date; graceDays: number; limit: number },
    ): Promise<StoredSubscription[]> => {
      const { rows } = await client.query<Row>(
        `select * from subscriptions
         where (state in ('active', 'cancelled') and paid_until <= $1) or (state = 'grace' and paid_until <= $1::timestamptz - make_interval(hours => 24 * $2::int)) or fold_due
         order by paid_until nulls last limit $3 for update skip locked`,
        [now, graceDays, limit],
      );
      return rows.map(stored);
    },
    save: async (
      client: Queryable,
      { subscriberId, state, paidUntil, revision }: Omit<StoredSubscription, 'foldDue'>,
    ): Promise<void> => {
      await client.query(
        'update subscriptions set state = $2, paid_until = $3, revision = $4, fold_due = false where subscriber_id = $1',
        [subscriberId, state, paidUntil, revision],
      );
    },
  };
};
export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>;
