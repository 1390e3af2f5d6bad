import { checkPayment, getSubscription } from 'contracts/operations/billing';
import type { Mount } from 'service-kit/mount-operation';
import { subscriberIdOf } from '../subscriber-id.ts';
import type { SubscriptionService } from './subscription.service.ts';

export const subscriptionRoutes = (mount: Mount, subscriptions: SubscriptionService): void => {
  mount(checkPayment, async (_input, { viewer }) => ({ hasPaid: await subscriptions.hasPaid(subscriberIdOf(viewer)) }));
  mount(getSubscription, (_input, { viewer }) => subscriptions.view(subscriberIdOf(viewer)));
};
