import { PAYMENTS_PAGE } from 'contracts/payments';
import type { Payment, PaymentsQuery } from 'contracts/payments';
import { AppError } from 'service-kit/errors';
import type { Postgres } from 'service-kit/postgres';
import { refundsAmong } from '../ledger/fold-ledger.ts';
import { isPayment, isRefund } from '../ledger/ledger-entry.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import { declinesOf } from './decline.repository.ts';
import type { Decline } from './decline.repository.ts';
import { receiptNumberOf } from './receipt-number.ts';

interface Dependencies {
  postgres: Postgres;
  ledger: Pick<LedgerRepository, 'ofSubscriber'>;
}

export interface PaymentPage {
  payments: Payment[];
  total: number;
  /** Cursor of the following page; null on the last page. */
  next: string | null;
}

const commonOf = ({ id, currency, occurredAt }: Pick<LedgerEntry, 'id' | 'currency' | 'occurredAt'>) => ({
  id,
  currency,
  paidAt: occurredAt.toISOString(),
});

const listedPayments = (entry: LedgerEntry, { remainingCents }: ReturnType<typeof refundsAmong>): Payment[] => {
  const { kind, amountCents } = entry;
  const common = { ...commonOf(entry), amountCents };
  if (isRefund(kind)) return [{ ...common, kind, remainingCents: null, receiptNumber: null }];
  return isPayment(kind)
    ? [{ ...common, kind, remainingCents: remainingCents(entry), receiptNumber: receiptNumberOf(entry) }]
    : [];
};

const listedDecline = (decline: Decline): Payment => ({
  ...commonOf(decline),
  kind: 'decline',
  amountCents: decline.amountCents,
  remainingCents: null,
  receiptNumber: null,
});

const sortKeyOf = ({ paidAt, id }: Payment): string => paidAt + id;
const newestFirst = (one: Payment, other: Payment): number => (sortKeyOf(one) < sortKeyOf(other) ? 1 : -1);

/** Lists payments, refunds and declined charges of a subscriber (docs/domain.md#payments-and-receipts). */
export const createPaymentService = ({ postgres, ledger }: Dependencies) => ({
  /** @throws AppError VALIDATION_FAILED for a cursor from another list */
  page: async (
    subscriberId: string,
    { cursor, limit = PAYMENTS_PAGE.default }: PaymentsQuery,
  ): Promise<PaymentPage> => {
    const [entries, declines] = await Promise.all([
      ledger.ofSubscriber(postgres, subscriberId),
      declinesOf(postgres, subscriberId),
    ]);
    // What refunds have left of a payment needs all entries, so that the pages are cut here.
    const refunds = refundsAmong(entries);
    const payments = [...entries.flatMap((entry) => listedPayments(entry, refunds)), ...declines.map(listedDecline)];
    payments.sort(newestFirst);
    const start = cursor === undefined ? 0 : payments.findIndex(({ id }) => id === cursor) + 1;
    if (cursor !== undefined && start === 0) throw new AppError('VALIDATION_FAILED', { text: 'Suite invalide' });
    const page = payments.slice(start, start + limit);
    return {
      payments: page,
      total: payments.length,
      next: start + limit < payments.length ? (page.at(-1)?.id ?? null) : null,
    };
  },
});
export type PaymentService = ReturnType<typeof createPaymentService>;
