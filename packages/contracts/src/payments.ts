import { z } from 'zod';
import { id } from './fields.ts';

/** Movements of a subscriber's money (docs/domain.md#payments-and-receipts). */
export const PAYMENT_KINDS = ['first', 'renewal', 'refund', 'chargeback'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export const PAYMENTS_PAGE = { default: 20, max: 100 } as const;

/** A payment, or what was given back of one. */
export const payment = z.object({
  id,
  kind: z.enum(PAYMENT_KINDS),
  /** Cents; negative where money was given back. */
  amountCents: z.number().int(),
  currency: z.string(),
  /** Instant at which the money moved. */
  paidAt: z.iso.datetime(),
  /** Cents of a payment that are not refunded; null for a refund. */
  remainingCents: z.number().int().nullable(),
  /** Number of a payment's receipt; null for a refund, which is on the receipt of its payment. */
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
