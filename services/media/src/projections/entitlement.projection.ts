import type { Event, EventName } from 'contracts/events';
import type { Queryable } from 'service-kit/postgres';
import { createProjection } from 'service-kit/projection';

/** Projection of subscriptions: the end of each subscriber's access. */
export const createEntitlementProjection = (postgres: Queryable) => ({
  ...createProjection<Event<Extract<EventName, `subscription.${string}`>>>({
    table: 'entitlements',
    key: 'subscriber_id',
    idOf: ({ data }) => data.subscriberId,
    columns: { paid_until: ({ data }) => data.paidUntil },
  }),
  /** Returns the end of access; null without access. */
  until: async (subscriberId: string): Promise<Date | null> => {
    const { rows } = await postgres.query<{ until: Date | null }>(
      'select paid_until as until from entitlements where subscriber_id = $1',
      [subscriberId],
    );
    return rows[0]?.until ?? null;
  },
  isEntitled: async (subscriberId: string, nowMs: number): Promise<boolean> => {
    const { rowCount } = await postgres.query('select from entitlements where subscriber_id = $1 and paid_until > $2', [
      subscriberId,
      new Date(nowMs),
    ]);
    return rowCount === 1;
  },
});
export type EntitlementProjection = ReturnType<typeof createEntitlementProjection>;
