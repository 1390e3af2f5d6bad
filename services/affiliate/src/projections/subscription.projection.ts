import type { Event, EventName } from 'contracts/events';
import { createProjection } from 'service-kit/projection';

/** Projection of subscriptions: the end of each subscriber's access. */
export const createSubscriptionProjection = () =>
  createProjection<Event<Extract<EventName, `subscription.${string}`>>>({
    table: 'subscriptions',
    key: 'subscriber_id',
    idOf: ({ data }) => data.subscriberId,
    columns: { paid_until: ({ data }) => data.paidUntil },
  });
export type SubscriptionProjection = ReturnType<typeof createSubscriptionProjection>;
