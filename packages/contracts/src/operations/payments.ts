import { z } from 'zod';
import { operation } from '../operation.ts';
import { payment, paymentsQuery } from '../payments.ts';

export const listPayments = operation({
  id: 'listPayments',
  service: 'billing',
  method: 'GET',
  path: '/api/subscription/payments',
  roles: ['subscriber'],
  summary: 'The subscriber’s payments and refunds, the newest first, in pages',
  query: paymentsQuery,
  response: z.array(payment),
  errors: ['VALIDATION_FAILED'],
});

/** A payment's receipt as a page: a navigation, which the view cookie identifies (docs/domain.md#payments-and-receipts). */
export const receiptPath = (paymentId: string): string =>
  `${listPayments.path}/${encodeURIComponent(paymentId)}/receipt`;
/** The same as a PDF. */
export const receiptPdfPath = (paymentId: string): string => `${receiptPath(paymentId)}.pdf`;
