import type { Queryable } from 'service-kit/postgres';
import { FIRST_MONTH_CENTS } from 'contracts/offer';
import type { PostbackMatch } from 'contracts/operations/billing';
import { checkoutReference } from '../checkouts/checkout-token.ts';
import { withdrawable } from '../contract-requests/contract-request.ts';
import type { FraudFlags } from '../fraud/fraud-flags.ts';
import { chargeableContracts, namesAmong, refundsAmong } from '../ledger/fold-ledger.ts';
import { isPayment, isRefund } from '../ledger/ledger-entry.ts';
import type { Attribution, EntryEvent, LedgerEntry } from '../ledger/ledger-entry.ts';
import type { PartnerOrders } from '../partner-orders/partner-order.repository.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { ReadSubscription, SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import type { LedgerWriter, Movement } from './ledger-writer.ts';
import type { RelatedPostbacks } from './postback-matching.repository.ts';
import type { Postback as StoredPostback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';
import type { EnterRefund } from './refund-recording.ts';

interface Dependencies {
  postbacks: Pick<PostbackRepository, 'settle'>;
  related: Pick<RelatedPostbacks, 'aheadOf'>;
  ledger: LedgerRepository;
  orders: Pick<PartnerOrders, 'add' | 'confirm'>;
  subscriptions: SubscriptionRepository;
  writer: LedgerWriter;
  enterRefund: EnterRefund;
  fraudFlags: Pick<FraudFlags, 'check'>;
}

type Postback = StoredPostback<EntryEvent>;

/** Payments of one subscriber, the latest first. */
export interface PaymentsOfOne {
  subscriberId: string;
  readPayments: () => Promise<readonly LedgerEntry[]>;
}

const matchOfAhead = ({ originalTransactionId, reference }: Postback): PostbackMatch => {
  if (originalTransactionId !== '') return 'transaction';
  return checkoutReference(reference) === '' ? 'email' : 'checkout';
};

/** Records matched postbacks. */
export const createRecording = ({
  postbacks,
  related,
  ledger,
  orders,
  subscriptions,
  writer: { enter, conclude },
  enterRefund,
  fraudFlags,
}: Dependencies) => {
  const enterCancellation = async (
    client: Queryable,
    postback: Postback,
    attribution: Attribution,
    subscription: ReadSubscription,
  ): Promise<LedgerEntry> => {
    const { partner, originalTransactionId: transactionId } = postback;
    await postbacks.settle(client, { ...postback, verdict: 'recorded' });
    await orders.confirm(client, { partner, transactionId, action: 'cancel' });
    return enter(client, postback, 0, attribution, subscription);
  };

  /** Orders what requests on the site demand of a payment that arrives after them, of a contract that had begun before. */
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
      if (kind === 'withdrawal' && withdrawable(entries, occurredAt).includes(payment))
        await orders.add(client, [payment], { ...order, action: 'refund' });
    }
  };

  return {
    /** Records a stored payment, and what arrived before it and waits for it: refunds and cancellations, and payments with theirs. */
    payment: async (client: Queryable, postback: Postback, attribution: Attribution): Promise<void> => {
      const { subscriberId } = attribution;
      const subscription = await subscriptions.lock(client, subscriberId);
      const movements: Movement[] = [];
      const entered: LedgerEntry[] = [];
      const enterPayment = async (payment: Postback): Promise<void> => {
        await postbacks.settle(client, { ...payment, verdict: 'recorded' });
        const entry = await enter(client, payment, payment.amountCents ?? 0, attribution, subscription);
        await fraudFlags.check(client, payment, attribution);
        entered.push(entry);
        movements.push(entry);
        const payments: Postback[] = [];
        for (const waiting of await related.aheadOf(client, payment, subscriberId)) {
          const ahead: Postback = { ...waiting, matchedBy: matchOfAhead(waiting) };
          if (isPayment(ahead.event)) payments.push(ahead);
          else {
            const movement = isRefund(ahead.event)
              ? await enterRefund(client, ahead, entry, subscription)
              : await enterCancellation(client, ahead, entry, subscription);
            if (movement) movements.push(movement);
          }
        }
        for (const each of payments) await enterPayment(each);
      };
      await enterPayment(postback);
      const entries = await ledger.ofSubscriber(client, subscriberId);
      for (const { id, partner, transactionId } of entered) {
        // Read from the ledger, with its checkout.
        const payment = entries.find((entry) => entry.id === id);
        if (payment) await followRequests(client, payment, entries, subscription);
        // Refunds that the administrator assigned before the payment was known are announced again, as refunds of it.
        const assigned = entries.filter(
          (entry) =>
            isRefund(entry.kind) &&
            entry.partner === partner &&
            entry.originalTransactionId === transactionId &&
            movements.every((movement) => movement.id !== entry.id),
        );
        movements.push(...assigned.map((refund) => ({ ...refund, refundedId: id })));
      }
      await conclude(client, subscription, movements, entries);
    },
    /** Records a stored refund of the latest payment of which something is left; it waits on where there is no payment. */
    refund: async (
      client: Queryable,
      postback: Postback,
      { subscriberId, readPayments }: PaymentsOfOne,
    ): Promise<'recorded' | 'ignored' | 'unmatched'> => {
      const subscription = await subscriptions.lock(client, subscriberId);
      // Chosen under the lock: of two refunds at once, the second one sees what the first one has left.
      const payments = await readPayments();
      const [latest] = payments;
      if (!latest) return 'unmatched';
      const { remainingCents } = refundsAmong(await ledger.ofSubscriber(client, subscriberId));
      const payment = payments.find((candidate) => remainingCents(candidate) > 0) ?? latest;
      const entry = await enterRefund(client, postback, payment, subscription);
      if (entry) await conclude(client, subscription, [entry]);
      return entry ? 'recorded' : 'ignored';
    },
    /** Records a stored cancellation: access stays to the end of what is paid. */
    cancellation: async (client: Queryable, postback: Postback, attribution: Attribution): Promise<void> => {
      const subscription = await subscriptions.lock(client, attribution.subscriberId);
      await conclude(client, subscription, [await enterCancellation(client, postback, attribution, subscription)]);
    },
    /** Records a refund whose payment never arrived, for the subscriber that the administrator named; flags an amount that it assumes. */
    refundWithoutPayment: async (client: Queryable, postback: Postback, attribution: Attribution): Promise<void> => {
      const subscription = await subscriptions.lock(client, attribution.subscriberId);
      const discrepancies = [...postback.discrepancies, ...(postback.amountCents === null ? ['amount' as const] : [])];
      await postbacks.settle(client, { ...postback, verdict: 'recorded', discrepancies });
      await conclude(client, subscription, [
        await enter(client, postback, -(postback.amountCents ?? FIRST_MONTH_CENTS), attribution, subscription),
      ]);
    },
  };
};
export type Recording = ReturnType<typeof createRecording>;
