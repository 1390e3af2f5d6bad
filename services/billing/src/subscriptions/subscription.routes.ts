import { checkPayment, getSubscription } from 'contracts/operations/billing';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import type { SubscriptionService } from './subscription.service.ts';

export const subscriptionRoutes = (mount: Mount, { subscriptions }: { subscriptions: SubscriptionService }): void => {
  mount(checkPayment, async (_input, { viewer }) => ({
    hasPaid: await subscriptions.hasPaid(requireRole(viewer, 'subscriber').id),
  }));
  mount(getSubscription, (_input, { viewer }) => subscriptions.view(requireRole(viewer, 'subscriber').id));
};
