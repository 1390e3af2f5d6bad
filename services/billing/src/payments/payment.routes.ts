import { listPayments } from 'contracts/operations/payments';
import { requireRole } from 'service-kit/auth';
import type { Mount } from 'service-kit/mount-operation';
import { setPageHeaders } from 'service-kit/list-page';
import type { PaymentService } from './payment.service.ts';

export const paymentRoutes = (mount: Mount, { payments }: { payments: Pick<PaymentService, 'page'> }): void => {
  mount(listPayments, async ({ query }, { viewer, response }) => {
    const { payments: page, total, next } = await payments.page(requireRole(viewer, 'subscriber').id, query);
    setPageHeaders(response, { path: listPayments.path, query, total, next });
    return page;
  });
};
