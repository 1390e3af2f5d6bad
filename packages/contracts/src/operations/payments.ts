import { z } from 'zod';
import { operation } from '../operation.ts';
import { payment, paymentsQuery } from '../payments.ts';

export const listPayments = operation({
  id: 'listPayments',
  service: 'billing',
  method: 'GET',
  path: '/api/subscription/payments',
  roles: ['subscriber'],
  summary: 'The subscriber’s payments, refunds and declined charges, the newest first, in pages',
  query: paymentsQuery,
  response: z.array(payment),
  errors: ['VALIDATION_FAILED'],
});

/**
 * Returns the path of a payment's receipt page; browsers navigate to it, identified by the view cookie
 * (docs/domain.md#payments-and-receipts).
 */
export const receiptPath = (paymentId: string): string =>
  `${listPayments.path}/${encodeURIComponent(paymentId)}/receipt`;
/** Returns the path of the receipt as a PDF. */
export const receiptPdfPath = (paymentId: string): string => `${receiptPath(paymentId)}.pdf`;
