import type { EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';

/** Who has access, as billing tells it. */
export const createSubscriptionRepository = () => ({
  /** Keeps what an event says, unless something newer is known. */
  keep: async (
    client: Queryable,
    { subscriberId, paidUntil }: EventData<'subscription.activated'>,
    revision: number,
  ): Promise<void> => {
    await client.query(
      `insert into subscriptions (subscriber_id, paid_until, revision) values ($1, $2, $3)
       on conflict (subscriber_id) do update set paid_until = $2, revision = $3 where subscriptions.revision < $3`,
      [subscriberId, paidUntil, revision],
    );
  },
});
export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>;
