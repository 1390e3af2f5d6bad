import { z } from 'zod';
import { id } from './fields.ts';

/** Kinds of a subscriber's transactions (docs/domain.md#payments-and-receipts). */
export const PAYMENT_KINDS = ['first', 'renewal', 'refund', 'chargeback'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];
/** Kinds of rows in the subscriber's list: transactions, and charges that the bank declined. */
const LISTED_KINDS = [...PAYMENT_KINDS, 'decline'] as const;

export const PAYMENTS_PAGE = { default: 20, max: 100 } as const;

/** A payment, a refund of one, or a declined charge, which has moved no money. */
export const payment = z.object({
  id,
  kind: z.enum(LISTED_KINDS),
  /** Amount in cents; negative for refunds; null for a decline whose amount the partner did not state. */
  amountCents: z.number().int().nullable(),
  currency: z.string(),
  /** Instant of the transaction. */
  paidAt: z.iso.datetime(),
  /** Part of a payment that is not refunded, in cents; null for a refund or a decline. */
  remainingCents: z.number().int().nullable(),
  /** Receipt number of a payment; null for a refund, which is on the receipt of its payment, and for a decline. */
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
