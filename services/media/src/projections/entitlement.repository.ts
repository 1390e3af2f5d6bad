import type { EventData } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';

/** Until when each subscriber has paid, as billing's ledger says. */
export const createEntitlementRepository = (postgres: Queryable) => ({
  /** @param now milliseconds */
  isEntitled: async (subscriberId: string, now: number): Promise<boolean> => {
    const { rowCount } = await postgres.query('select from entitlements where subscriber_id = $1 and paid_until > $2', [
      subscriberId,
      new Date(now),
    ]);
    return rowCount === 1;
  },
  /** Keeps what an event says, unless something newer is known. */
  keep: async (
    client: Queryable,
    { subscriberId, paidUntil }: EventData<'subscription.activated'>,
    revision: number,
  ): Promise<void> => {
    await client.query(
      `insert into entitlements (subscriber_id, paid_until, revision) values ($1, $2, $3)
       on conflict (subscriber_id) do update set paid_until = $2, revision = $3 where entitlements.revision < $3`,
      [subscriberId, paidUntil, revision],
    );
  },
});
export type EntitlementRepository = ReturnType<typeof createEntitlementRepository>;
