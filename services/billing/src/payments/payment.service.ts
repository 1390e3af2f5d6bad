import { PAYMENTS_PAGE } from 'contracts/payments';
import type { Payment, PaymentsQuery } from 'contracts/payments';
import { AppError } from 'service-kit/errors';
import type { Postgres } from 'service-kit/postgres';
import { refundsAmong } from '../ledger/fold-ledger.ts';
import { isPayment, isRefund } from '../ledger/ledger-entry.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import { receiptNumberOf } from './receipt-number.ts';

interface Dependencies {
  postgres: Postgres;
  ledger: Pick<LedgerRepository, 'movements' | 'countMovements' | 'findOwn' | 'ofSubscriber'>;
}

export interface PaymentPage {
  payments: Payment[];
  total: number;
  /** Cursor of the following page; null on the last page. */
  next: string | null;
}

const listedPayments = (entry: LedgerEntry, { remainingCents }: ReturnType<typeof refundsAmong>): Payment[] => {
  const { id, kind, amountCents, currency, occurredAt } = entry;
  const common = { id, amountCents, currency, paidAt: occurredAt.toISOString() };
  if (isRefund(kind)) return [{ ...common, kind, remainingCents: null, receiptNumber: null }];
  return isPayment(kind)
    ? [{ ...common, kind, remainingCents: remainingCents(entry), receiptNumber: receiptNumberOf(entry) }]
    : [];
};

/** Lists payments and refunds of a subscriber (docs/domain.md#payments-and-receipts). */
export const createPaymentService = ({ postgres, ledger }: Dependencies) => ({
  /** @throws AppError VALIDATION_FAILED for a cursor from another list */
  page: async (
    subscriberId: string,
    { cursor, limit = PAYMENTS_PAGE.default }: PaymentsQuery,
  ): Promise<PaymentPage> => {
    if (cursor !== undefined && !(await ledger.findOwn(postgres, subscriberId, cursor)))
      throw new AppError('VALIDATION_FAILED', { text: 'Suite invalide' });
    const [found, entries, total] = await Promise.all([
      ledger.movements(postgres, subscriberId, { after: cursor ?? null, limit: limit + 1 }),
      ledger.ofSubscriber(postgres, subscriberId),
      ledger.countMovements(postgres, subscriberId),
    ]);
    const page = found.slice(0, limit);
    const refunds = refundsAmong(entries);
    return {
      payments: page.flatMap((entry) => listedPayments(entry, refunds)),
      total,
      next: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  },
});
export type PaymentService = ReturnType<typeof createPaymentService>;
