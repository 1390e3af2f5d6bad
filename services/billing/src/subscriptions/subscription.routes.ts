import { checkPayment, getSubscription } from 'contracts/operations/billing';
import { AppError } from 'service-kit/errors';
import type { Mount } from 'service-kit/http';
import type { Viewer } from 'service-kit/viewer';
import type { SubscriptionService } from './subscription.service.ts';

const subscriberId = (viewer: Viewer): string => {
  if (viewer.role !== 'subscriber') throw new AppError('FORBIDDEN');
  return viewer.id;
};

export const subscriptionRoutes = (mount: Mount, subscriptions: SubscriptionService): void => {
  mount(checkPayment, async (_input, { viewer }) => ({ hasPaid: await subscriptions.hasPaid(subscriberId(viewer)) }));
  mount(getSubscription, (_input, { viewer }) => subscriptions.view(subscriberId(viewer)));
};
