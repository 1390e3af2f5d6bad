import type { Queryable } from 'service-kit/postgres';
import { refundsAmong } from '../ledger/fold-ledger.ts';
import type { EntryEvent, LedgerEntry } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerOrders } from '../partner-orders/partner-order.repository.ts';
import type { ReadSubscription } from '../subscriptions/subscription.repository.ts';
import type { LedgerWriter, Movement } from './ledger-writer.ts';
import type { Postback as StoredPostback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';

interface Dependencies {
  postbacks: Pick<PostbackRepository, 'settle'>;
  ledger: Pick<LedgerRepository, 'ofSubscriber'>;
  orders: Pick<PartnerOrders, 'confirm'>;
  writer: Pick<LedgerWriter, 'enter'>;
}

type Postback = StoredPostback<EntryEvent>;
type Refund = { postback: Postback; amountCents: number };

/** Returns what a refund takes from its payment: at most what is left of it, and the rest is flagged; null where nothing is left. */
const refundOf = (postback: Postback, payment: LedgerEntry, entries: readonly LedgerEntry[]): Refund | null => {
  const refunds = refundsAmong(entries);
  const remaining = refunds.remainingCents(payment);
  if (remaining === 0 && refunds.isRefunded(payment)) return null;
  const currency = postback.statesCurrency ? postback.currency : payment.currency;
  const bound: Postback = {
    ...postback,
    verdict: 'recorded',
    originalTransactionId: payment.transactionId,
    currency,
  };
  if (currency !== payment.currency)
    return { postback: { ...bound, discrepancies: ['currency'] }, amountCents: -(postback.amountCents ?? remaining) };
  const stated = postback.amountCents ?? remaining;
  return {
    postback: { ...bound, discrepancies: stated > remaining ? ['amount'] : [] },
    amountCents: -Math.min(stated, remaining),
  };
};

/** Enters a refund of a payment; returns null where nothing of it is left. */
export const createRefundRecording =
  ({ postbacks, ledger, orders, writer }: Dependencies) =>
  async (
    client: Queryable,
    postback: Postback,
    payment: LedgerEntry,
    subscription: ReadSubscription,
  ): Promise<Movement | null> => {
    const entries = await ledger.ofSubscriber(client, payment.subscriberId);
    const refund = refundOf(postback, payment, entries);
    await postbacks.settle(
      client,
      refund?.postback ?? { ...postback, verdict: 'ignored', subscriberId: payment.subscriberId },
    );
    const entry = refund && (await writer.enter(client, refund.postback, refund.amountCents, payment, subscription));
    const { partner, transactionId } = payment;
    // A part of the money leaves the order to give the rest back.
    if (refundsAmong(entry ? [...entries, entry] : entries).remainingCents(payment) === 0)
      await orders.confirm(client, { partner, transactionId, action: 'refund' });
    return entry && { ...entry, refundedId: payment.id };
  };
export type EnterRefund = ReturnType<typeof createRefundRecording>;
