import type { Queryable } from 'service-kit/postgres';
import { FIRST_MONTH_CENTS } from 'contracts/offer';
import type { PostbackMatch } from 'contracts/operations/postbacks';
import { checkoutReference } from '../checkouts/checkout-token.ts';
import { refundableByWithdrawal } from '../contract-requests/contract-request.ts';
import type { FraudFlags } from '../fraud/fraud-flags.ts';
import { chargeableContracts, namesAmong } from '../ledger/fold-ledger.ts';
import { isPayment, isRefund } from '../ledger/ledger-entry.ts';
import type { Attribution, LedgerEntry } from '../ledger/ledger-entry.ts';
import type { PartnerOrderRepository } from '../partner-orders/partner-order.repository.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { LockedSubscriber, SubscriberProjection } from '../projections/subscriber.projection.ts';
import type { ReadSubscription, SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import type { LedgerWriter, Movement } from './ledger-writer.ts';
import type { RelatedPostbackRepository } from './related-postback.repository.ts';
import type { EntryPostback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';
import { refundedAmong } from './refund-recording.ts';
import type { EnterRefund } from './refund-recording.ts';

interface Dependencies {
  postbacks: Pick<PostbackRepository, 'save'>;
  related: Pick<RelatedPostbackRepository, 'aheadOf'>;
  ledger: LedgerRepository;
  orders: Pick<PartnerOrderRepository, 'add' | 'confirm'>;
  subscriptions: SubscriptionRepository;
  subscribers: Pick<SubscriberProjection, 'lockAgainstErasure'>;
  writer: LedgerWriter;
  enterRefund: EnterRefund;
  fraudFlags: Pick<FraudFlags, 'check'>;
}

/** Payments of one subscriber, latest first. */
export interface PaymentsOfOne {
  subscriberId: string;
  readPayments: () => Promise<readonly LedgerEntry[]>;
}

const matchOfAhead = ({ originalTransactionId, reference }: EntryPostback): PostbackMatch => {
  if (originalTransactionId !== '') return 'transaction';
  return checkoutReference(reference) === '' ? 'email' : 'checkout';
};

const byTime = (
  { postback: one }: { postback: EntryPostback },
  { postback: other }: { postback: EntryPostback },
): number =>
  one.occurredAt.getTime() - other.occurredAt.getTime() || (one.transactionId < other.transactionId ? -1 : 1);

/** Records matched postbacks. */
export const createRecording = ({
  postbacks,
  related,
  ledger,
  orders,
  subscriptions,
  subscribers,
  writer: { enter, conclude },
  enterRefund,
  fraudFlags,
}: Dependencies) => {
  /** Locks in the order of an erasure, against deadlocks: the subscriber, then the subscription, then postbacks. */
  const lock = async (
    client: Queryable,
    subscriberId: string,
  ): Promise<{ locked: LockedSubscriber; subscription: ReadSubscription }> => {
    const locked = await subscribers.lockAgainstErasure(client, subscriberId);
    return { locked, subscription: await subscriptions.lock(client, subscriberId) };
  };

  const enterCancellation = async (
    client: Queryable,
    postback: EntryPostback,
    attribution: Attribution,
    subscription: ReadSubscription,
  ): Promise<LedgerEntry> => {
    await postbacks.save(client, { ...postback, verdict: 'recorded' });
    return enter(client, postback, { amountCents: 0, attribution, subscription });
  };

  /** Confirms the orders to cancel contracts that a cancellation names, whichever of their payments it names. */
  const confirmCancelled = async (client: Queryable, entries: readonly LedgerEntry[]): Promise<void> => {
    const { payments, openingOf } = namesAmong(entries);
    const chargeable = new Set(chargeableContracts(entries));
    for (const payment of payments) {
      const { partner, transactionId } = payment;
      if (!chargeable.has(openingOf(payment)))
        await orders.confirm(client, { partner, transactionId, action: 'cancel' });
    }
  };

  /** Records a refund that waited for a payment: of the payment that it names, else of the latest earlier one. */
  const enterWaitingRefund = async (
    client: Queryable,
    refund: EntryPostback,
    payment: LedgerEntry,
    subscription: ReadSubscription,
  ): Promise<Movement | null> => {
    const { partner, originalTransactionId } = refund;
    const { subscriberId } = subscription;
    if (originalTransactionId !== '') return enterRefund(client, refund, payment, subscription);
    const reference = checkoutReference(refund.reference);
    const payments =
      reference === ''
        ? await ledger.paymentsOfSubscriber(client, partner, subscriberId)
        : await ledger.paymentsOfCheckout(client, partner, reference);
    const own = payments.filter((each) => each.subscriberId === subscriberId);
    const refunded = refundedAmong(refund, own, await ledger.ofSubscriber(client, subscriberId));
    return enterRefund(client, refund, refunded ?? payment, subscription);
  };

  /**
   * Adds the orders of earlier requests on the site for a payment that arrives after them, when its contract had started before.
   */
  const followRequests = async (
    client: Queryable,
    payment: LedgerEntry,
    entries: readonly LedgerEntry[],
    { readAt: createdAt }: ReadSubscription,
  ): Promise<void> => {
    const contract = namesAmong(entries).openingOf(payment);
    const isChargeable = chargeableContracts(entries).includes(contract);
    for (const { kind, requestId, occurredAt } of entries) {
      if (requestId === null || occurredAt < contract.occurredAt) continue;
      const order = { requestId, createdAt };
      if (isChargeable) await orders.add(client, [contract], { ...order, action: 'cancel' });
      if (kind === 'withdrawal' && refundableByWithdrawal(entries, occurredAt).includes(payment))
        await orders.add(client, [payment], { ...order, action: 'refund' });
    }
  };

  return {
    /**
     * Records a payment with the earlier postbacks that wait for it: refunds, cancellations, and further payments with their
     * own. @returns the subscriber's row
     */
    recordPayment: async (
      client: Queryable,
      postback: EntryPostback,
      attribution: Attribution,
    ): Promise<LockedSubscriber> => {
      const { subscriberId } = attribution;
      const { locked, subscription } = await lock(client, subscriberId);
      const entered: LedgerEntry[] = [];
      const waiting = new Map<string, { postback: EntryPostback; payment: LedgerEntry }>();
      const enterPayment = async (payment: EntryPostback): Promise<void> => {
        await postbacks.save(client, { ...payment, verdict: 'recorded' });
        const entry = await enter(client, payment, {
          amountCents: payment.amountCents ?? 0,
          attribution,
          subscription,
        });
        await fraudFlags.check(client, payment, attribution);
        entered.push(entry);
        const ahead = await related.aheadOf(client, payment, subscriberId);
        for (const each of ahead.map((found) => ({ ...found, matchedBy: matchOfAhead(found) })))
          if (isPayment(each.event)) await enterPayment(each);
          else waiting.set(each.id, { postback: each, payment: entry });
      };
      await enterPayment(postback);
      const movements: Movement[] = [...entered];
      // After all payments: a refund that names none refunds the latest earlier one, whichever arrived first.
      for (const { postback: each, payment } of [...waiting.values()].sort(byTime)) {
        const movement = isRefund(each.event)
          ? await enterWaitingRefund(client, each, payment, subscription)
          : await enterCancellation(client, each, payment, subscription);
        if (movement) movements.push(movement);
      }
      const entries = await ledger.ofSubscriber(client, subscriberId);
      for (const { id, partner, transactionId } of entered) {
        // Read from the ledger, which adds its checkout.
        const payment = entries.find((entry) => entry.id === id);
        if (payment) await followRequests(client, payment, entries, subscription);
        // Refunds that the administrator assigned before the payment arrived are emitted again, as refunds of it.
        const assigned = entries.filter(
          (entry) =>
            isRefund(entry.kind) &&
            entry.partner === partner &&
            entry.originalTransactionId === transactionId &&
            movements.every((movement) => movement.id !== entry.id),
        );
        movements.push(...assigned.map((refund) => ({ ...refund, refundedId: id })));
      }
      await confirmCancelled(client, entries);
      await conclude(client, subscription, movements, entries);
      return locked;
    },
    /**
     * Records a refund of the latest earlier payment with a remaining amount; without any payment the refund stays
     * unmatched.
     */
    recordRefund: async (
      client: Queryable,
      postback: EntryPostback,
      { subscriberId, readPayments }: PaymentsOfOne,
    ): Promise<'recorded' | 'ignored' | 'unmatched'> => {
      const { subscription } = await lock(client, subscriberId);
      // Chosen under the lock: the second of two concurrent refunds sees the first.
      const payments = await readPayments();
      const payment = refundedAmong(postback, payments, await ledger.ofSubscriber(client, subscriberId));
      if (!payment) return 'unmatched';
      const entry = await enterRefund(client, postback, payment, subscription);
      if (entry) await conclude(client, subscription, [entry]);
      return entry ? 'recorded' : 'ignored';
    },
    /** Records a cancellation: access lasts until the end of the paid period. */
    recordCancellation: async (client: Queryable, postback: EntryPostback, attribution: Attribution): Promise<void> => {
      const { subscriberId } = attribution;
      const { subscription } = await lock(client, subscriberId);
      const cancellation = await enterCancellation(client, postback, attribution, subscription);
      const entries = await ledger.ofSubscriber(client, subscriberId);
      await confirmCancelled(client, entries);
      await conclude(client, subscription, [cancellation], entries);
    },
    /** Records a refund whose payment never arrived, for the subscriber that the administrator chose; flags an assumed amount. */
    recordRefundWithoutPayment: async (
      client: Queryable,
      postback: EntryPostback,
      attribution: Attribution,
    ): Promise<void> => {
      const { subscription } = await lock(client, attribution.subscriberId);
      const discrepancies = [...postback.discrepancies, ...(postback.amountCents === null ? ['amount' as const] : [])];
      await postbacks.save(client, { ...postback, verdict: 'recorded', discrepancies });
      await conclude(client, subscription, [
        await enter(client, postback, {
          amountCents: -(postback.amountCents ?? FIRST_MONTH_CENTS),
          attribution,
          subscription,
        }),
      ]);
    },
  };
};
export type Recording = ReturnType<typeof createRecording>;
