import type { Refundable, RefundOrder } from 'contracts/operations/subscribers';
import { AppError } from 'service-kit/errors';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import { readTime } from '../database-time.ts';
import type { TimeSql } from '../database-time.ts';
import { namesAmong, openContracts, refundsAmong } from '../ledger/fold-ledger.ts';
import { isPayment } from '../ledger/ledger-entry.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { SubscriberProjection } from '../projections/subscriber.projection.ts';
import { hasAccess, subscriptionOf } from '../subscriptions/subscription-state.ts';
import type { SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import type { PartnerApi } from './partner-api.ts';
import type { PartnerOrderRepository, StoredRefundOrder } from './partner-order.repository.ts';

interface Dependencies {
  postgres: Postgres;
  ledger: Pick<LedgerRepository, 'findOwn' | 'ofSubscriber'>;
  orders: Pick<PartnerOrderRepository, 'addRefund'>;
  subscribers: Pick<SubscriberProjection, 'byId'>;
  subscriptions: Pick<SubscriptionRepository, 'lock'>;
  partnerApi: Pick<PartnerApi, 'partners'>;
  graceDays: number;
  timeSql: TimeSql;
  logger: Logger;
}

export const refundOrderView = ({ id, entryId, transactionId, state, createdAt }: StoredRefundOrder): RefundOrder => ({
  id,
  entry_id: entryId,
  transaction_id: transactionId,
  state,
  ordered_at: createdAt.toISOString(),
});

/** Number of a subscriber's payments, the latest, that are offered to be refunded: each is folded with the whole ledger. */
const OFFERED_PAYMENTS = 24;

/** Orders refunds for the administrator (docs/domain.md#refunds). */
export const createRefundOrders = ({
  postgres,
  ledger,
  orders,
  subscribers,
  subscriptions,
  partnerApi: { partners },
  graceDays,
  timeSql,
  logger,
}: Dependencies) => ({
  /**
   * Returns what refunding a payment does, of the latest ones of which something remains.
   * @param entries a subscriber's whole ledger
   */
  refundableAmong: async (entries: readonly LedgerEntry[]): Promise<Map<LedgerEntry, Refundable>> => {
    const now = await readTime(postgres, timeSql);
    const { remainingCents } = refundsAmong(entries);
    const { payments, openingOf } = namesAmong(entries);
    const open = new Set(openContracts(entries));
    const effectOf = (payment: LedgerEntry): Refundable => {
      const { partner, transactionId } = payment;
      const amountCents = -remainingCents(payment);
      const refund: LedgerEntry = {
        ...payment,
        transactionId: '',
        originalTransactionId: transactionId,
        kind: 'refund',
        amountCents,
      };
      const after = subscriptionOf([...entries, refund], { now, graceDays });
      const paidUntil = hasAccess(after, graceDays, now) ? after.paidUntil : null;
      return {
        remaining_cents: -amountCents,
        is_orderable: partners.includes(partner),
        paid_until: paidUntil?.toISOString() ?? null,
        is_contract_open: open.has(openingOf(payment)),
      };
    };
    return new Map(
      payments
        .filter((payment) => remainingCents(payment) > 0)
        .toSorted((one, other) => other.occurredAt.getTime() - one.occurredAt.getTime())
        .slice(0, OFFERED_PAYMENTS)
        .map((payment): [LedgerEntry, Refundable] => [payment, effectOf(payment)]),
    );
  },
  /**
   * Orders the refund of what remains of a payment. Only the partner's postback adds the refund to the ledger, and closes the order.
   * @throws AppError SUBSCRIBER_NOT_FOUND, PAYMENT_NOT_FOUND, PAYMENT_REFUNDED, REFUND_AT_PARTNER, REFUND_ORDERED
   */
  order: async (subscriberId: string, entryId: string): Promise<RefundOrder> => {
    if (!(await subscribers.byId(subscriberId))) throw new AppError('SUBSCRIBER_NOT_FOUND');
    const order = await postgres.transaction(async (client) => {
      const payment = await ledger.findOwn(client, subscriberId, entryId);
      if (!payment || !isPayment(payment.kind)) throw new AppError('PAYMENT_NOT_FOUND');
      // Under the lock: a refund that arrives at the same time is either read here, or confirms the order.
      const { readAt: createdAt } = await subscriptions.lock(client, subscriberId);
      const { remainingCents } = refundsAmong(await ledger.ofSubscriber(client, subscriberId));
      if (remainingCents(payment) === 0) throw new AppError('PAYMENT_REFUNDED');
      const { partner, transactionId } = payment;
      if (!partners.includes(partner)) throw new AppError('REFUND_AT_PARTNER');
      const id = await orders.addRefund(client, { partner, transactionId }, createdAt);
      if (id === null) throw new AppError('REFUND_ORDERED');
      return { id, entryId: payment.id, transactionId, state: 'open' as const, createdAt };
    });
    logger.info({ orderId: order.id }, 'refund ordered');
    return refundOrderView(order);
  },
});
export type RefundOrders = ReturnType<typeof createRefundOrders>;
