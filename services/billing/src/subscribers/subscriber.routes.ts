import { getSubscriberBilling, listSubscribers, orderRefund } from 'contracts/operations/subscribers';
import type { Mount } from 'service-kit/mount-operation';
import type { RefundOrders } from '../partner-orders/refund-orders.ts';
import type { SubscriberListService } from './subscriber-list.service.ts';

interface Dependencies {
  subscribers: SubscriberListService;
  refundOrders: Pick<RefundOrders, 'order'>;
}

/** Routes of the administrator's calls about subscribers. */
export const subscriberRoutes = (mount: Mount, { subscribers, refundOrders }: Dependencies): void => {
  mount(listSubscribers, ({ query }) => subscribers.list(query));
  mount(getSubscriberBilling, ({ params }) => subscribers.byId(params.id));
  mount(orderRefund, ({ params, body }) => refundOrders.order(params.id, body.entry_id));
};
