import { getSubscriberBilling, listSubscribers } from 'contracts/operations/subscribers';
import type { Mount } from 'service-kit/mount-operation';
import type { SubscriberListRepository } from './subscriber-list.repository.ts';

/** Routes of the administrator's calls about subscribers. */
export const subscriberRoutes = (mount: Mount, { list, find }: SubscriberListRepository): void => {
  mount(listSubscribers, ({ query }) => list(query));
  mount(getSubscriberBilling, ({ params }) => find(params.id));
};
