import type { Queryable } from 'service-kit/postgres';
import { refundsAmong } from '../ledger/fold-ledger.ts';
import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { PartnerOrderRepository } from '../partner-orders/partner-order.repository.ts';
import type { ReadSubscription } from '../subscriptions/subscription.repository.ts';
import type { LedgerWriter, Movement } from './ledger-writer.ts';
import type { EntryPostback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';

interface Dependencies {
  postbacks: Pick<PostbackRepository, 'save'>;
  ledger: Pick<LedgerRepository, 'ofSubscriber'>;
  orders: Pick<PartnerOrderRepository, 'confirm'>;
  writer: Pick<LedgerWriter, 'enter'>;
}

type Refund = { postback: EntryPostback; amountCents: number };

/** Returns the refund of a payment, limited to its remaining amount, with a flag for the excess; null when nothing remains. */
const refundOf = (postback: EntryPostback, payment: LedgerEntry, entries: readonly LedgerEntry[]): Refund | null => {
  const refunds = refundsAmong(entries);
  const remaining = refunds.remainingCents(payment);
  if (remaining === 0 && refunds.isRefunded(payment)) return null;
  const currency = postback.statesCurrency ? postback.currency : payment.currency;
  const bound: EntryPostback = {
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

/**
 * Returns the payment that a refund refunds: the latest with a remaining amount; only earlier payments count where there are any.
 * @param payments candidates, latest first
 */
export const refundedAmong = (
  { occurredAt }: Pick<EntryPostback, 'occurredAt'>,
  payments: readonly LedgerEntry[],
  entries: readonly LedgerEntry[],
): LedgerEntry | undefined => {
  const { remainingCents } = refundsAmong(entries);
  const earlier = payments.filter((payment) => payment.occurredAt <= occurredAt);
  const refundable = earlier.length > 0 ? earlier : payments;
  return refundable.find((payment) => remainingCents(payment) > 0) ?? refundable[0];
};

/** Creates the function that records a refund of a payment; it returns null when nothing of the payment remains. */
export const createRefundRecording =
  ({ postbacks, ledger, orders, writer }: Dependencies) =>
  async (
    client: Queryable,
    postback: EntryPostback,
    payment: LedgerEntry,
    subscription: ReadSubscription,
  ): Promise<Movement | null> => {
    const entries = await ledger.ofSubscriber(client, payment.subscriberId);
    const refund = refundOf(postback, payment, entries);
    await postbacks.save(
      client,
      refund?.postback ?? { ...postback, verdict: 'ignored', subscriberId: payment.subscriberId },
    );
    const entry =
      refund &&
      (await writer.enter(client, refund.postback, {
        amountCents: refund.amountCents,
        attribution: payment,
        subscription,
      }));
    const { partner, transactionId } = payment;
    // After a partial refund, the order to refund the rest remains open.
    if (refundsAmong(entry ? [...entries, entry] : entries).remainingCents(payment) === 0)
      await orders.confirm(client, { partner, transactionId, action: 'refund' });
    return entry && { ...entry, refundedId: payment.id };
  };
export type EnterRefund = ReturnType<typeof createRefundRecording>;
