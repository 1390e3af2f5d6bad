import { z } from 'zod';
import { id } from './fields.ts';

/** Kinds of a subscriber's transactions (docs/domain.md#payments-and-receipts). */
export const PAYMENT_KINDS = ['first', 'renewal', 'refund', 'chargeback'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAYMENTS_PAGE = { default: 20, max: 100 } as const;

/** A payment, or a refund of one. */
export const payment = z.object({
  id,
  kind: z.enum(PAYMENT_KINDS),
  /** Amount in cents; negative for refunds. */
  amountCents: z.number().int(),
  currency: z.string(),
  /** Instant of the transaction. */
  paidAt: z.iso.datetime(),
  /** Part of a payment that is not refunded, in cents; null for a refund. */
  remainingCents: z.number().int().nullable(),
  /** Receipt number of a payment; null for a refund, which is on the receipt of its payment. */
  receiptNumber: z.string().nullable(),
});
export type Payment = z.infer<typeof payment>;

export const paymentsQuery = z.object({
  limit: z.coerce
    .number('Nombre invalide')
    .int('Nombre invalide')
    .min(1, 'Nombre invalide')
    .max(PAYMENTS_PAGE.max, 'Nombre invalide')
    .optional(),
  /** Cursor of the previous page's `Link`. */
  cursor: z.uuid('Suite invalide').optional(),
});
export type PaymentsQuery = z.output<typeof paymentsQuery>;
