import type { EventData } from 'contracts/events';
import { createProjection } from 'service-kit/projection';

/** Projection of subscriptions: the end of each subscriber's access. */
export const createSubscriptionProjection = () =>
  createProjection<EventData<'subscription.activated'>>({
    table: 'subscriptions',
    key: 'subscriber_id',
    columns: { paid_until: ({ paidUntil }) => paidUntil },
  });
export type SubscriptionProjection = ReturnType<typeof createSubscriptionProjection>;
