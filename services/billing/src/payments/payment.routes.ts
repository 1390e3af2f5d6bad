import { listPayments } from 'contracts/operations/payments';
import type { Mount } from 'service-kit/http';
import { subscriberIdOf } from '../subscriber-id.ts';
import type { PaymentService } from './payment.service.ts';

export const paymentRoutes = (mount: Mount, payments: Pick<PaymentService, 'page'>): void => {
  mount(listPayments, async ({ query }, { viewer, response }) => {
    const { payments: page, total, next } = await payments.page(subscriberIdOf(viewer), query);
    response.set('x-total-count', String(total));
    if (next) {
      const following = new URLSearchParams({ cursor: next });
      if (query.limit !== undefined) following.set('limit', String(query.limit));
      response.links({ next: `${listPayments.path}?${following.toString()}` });
    }
    return page;
  });
};
