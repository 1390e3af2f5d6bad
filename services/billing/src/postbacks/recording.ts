import { randomUUID } from 'node:crypto';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Queryable } from 'service-kit/postgres';
import { FIRST_MONTH_CENTS } from 'contracts/offer';
import { FEE_PREFIX } from 'contracts/operations/billing';
import type { PostbackMatch } from 'contracts/operations/billing';
import { checkoutReference } from '../checkouts/checkout-token.ts';
import { withdrawable } from '../contract-requests/contract-request.ts';
import type { FraudFlags } from '../fraud/fraud-flags.ts';
import { chargeableContracts, namesAmong, refundsAmong } from '../ledger/fold-ledger.ts';
import { isPayment, isRefund } from '../ledger/ledger-entry.ts';
import type { Attribution, EntryEvent, LedgerEntry } from '../ledger/ledger-entry.ts';
import type { PartnerOrders } from '../partner-orders/partner-order.repository.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import { receiptNumberOf } from '../payments/receipt-number.ts';
import type { ReadNextCharge } from '../subscriptions/next-charge.ts';
import type { ReadSubscription, SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import type { SubscriptionService } from '../subscriptions/subscription.service.ts';
import type { Postback as StoredPostback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';

interface Dependencies {
  postbacks: PostbackRepository;
  ledger: LedgerRepository;
  orders: Pick<PartnerOrders, 'add' | 'confirm'>;
  subscriptions: SubscriptionRepository;
  subscriptionService: Pick<SubscriptionService, 'refold'>;
  readNextCharge: ReadNextCharge;
  fraudFlags: Pick<FraudFlags, 'check'>;
}

type Postback = StoredPostback<EntryEvent>;
type Refund = { postback: Postback; amountCents: number };

/** Payments of one subscriber, the latest first. */
export interface PaymentsOfOne {
  subscriberId: string;
  readPayments: () => Promise<readonly LedgerEntry[]>;
}

/** An entry with the payment that it refunds. */
type Movement = LedgerEntry & { refundedId?: string };

const matchOfAhead = ({ originalTransactionId, reference }: Postback): PostbackMatch => {
  if (originalTransactionId !== '') return 'transaction';
  return checkoutReference(reference) === '' ? 'email' : 'checkout';
};

/** Enters matched postbacks in the ledger, folds the subscription anew and emits the events of both. */
export const createRecording = ({
  postbacks,
  ledger,
  orders,
  subscriptions,
  subscriptionService,
  readNextCharge,
  fraudFlags,
}: Dependencies) => {
  const enter = async (
    client: Queryable,
    {
      id: postbackId,
      partner,
      transactionId,
      originalTransactionId,
      event: kind,
      feeCents,
      currency,
      occurredAt,
      paidUntil,
    }: Postback,
    amountCents: number,
    { subscriberId, affiliateId, modelSlug }: Attribution,
    { readAt: recordedAt }: ReadSubscription,
  ): Promise<LedgerEntry> => {
    const entry = {
      id: randomUUID(),
      postbackId,
      requestId: null,
      partner,
      transactionId,
      originalTransactionId,
      kind,
      amountCents,
      currency,
      occurredAt,
      paidUntil,
      recordedAt,
      subscriberId,
      affiliateId,
      modelSlug,
    };
    await ledger.insert(client, entry);
    if (feeCents !== null && feeCents > 0)
      await ledger.insert(client, {
        ...entry,
        id: randomUUID(),
        kind: 'fee',
        transactionId: FEE_PREFIX + transactionId,
        originalTransactionId: transactionId,
        amountCents: -feeCents,
        paidUntil: null,
      });
    return entry;
  };

  /** What a refund takes from its payment: at most what is left of it, and the rest is flagged; null where nothing is left. */
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

  const enterRefund = async (
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
    const entry = refund && (await enter(client, refund.postback, refund.amountCents, payment, subscription));
    const { partner, transactionId } = payment;
    // A part of the money leaves the order to give the rest back.
    if (refundsAmong(entry ? [...entries, entry] : entries).remainingCents(payment) === 0)
      await orders.confirm(client, { partner, transactionId, action: 'refund' });
    return entry && { ...entry, refundedId: payment.id };
  };

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

  /** Folds the locked subscription anew and emits `payment.recorded` for each movement of money. */
  const conclude = async (
    client: Queryable,
    locked: ReadSubscription,
    movements: readonly Movement[],
    entries?: readonly LedgerEntry[],
  ): Promise<void> => {
    const { subscriberId } = locked;
    const subscription = await subscriptionService.refold(client, locked, { entries });
    const nextCharge = await readNextCharge(client, subscription);
    for (const entry of movements) {
      const { id, amountCents, currency, kind, affiliateId, modelSlug, refundedId } = entry;
      if (!isPayment(kind) && !isRefund(kind)) continue;
      const data = {
        id,
        subscriberId,
        amountCents,
        currency,
        kind,
        affiliateId,
        modelSlug,
        ...(refundedId === undefined ? {} : { refundedId }),
      };
      const receipt = {
        number: receiptNumberOf(entry),
        paidAt: entry.occurredAt.toISOString(),
        nextCharge: nextCharge && { ...nextCharge, at: nextCharge.at.toISOString() },
      };
      await saveEvents(
        client,
        createEvent('payment.recorded', isPayment(kind) ? { ...data, receipt } : data, subscription.revision),
      );
    }
  };

  return {
    /** Records a stored payment, and the refunds and cancellations of it that arrived before. */
    payment: async (client: Queryable, postback: Postback, attribution: Attribution): Promise<void> => {
      const subscription = await subscriptions.lock(client, attribution.subscriberId);
      await postbacks.settle(client, { ...postback, verdict: 'recorded' });
      const entered = await enter(client, postback, postback.amountCents ?? 0, attribution, subscription);
      await fraudFlags.check(client, postback, attribution);
      const movements: Movement[] = [entered];
      for (const waiting of await postbacks.aheadOf(client, postback, attribution.subscriberId)) {
        const ahead: Postback = { ...waiting, matchedBy: matchOfAhead(waiting) };
        const entry = isRefund(ahead.event)
          ? await enterRefund(client, ahead, entered, subscription)
          : await enterCancellation(client, ahead, entered, subscription);
        if (entry) movements.push(entry);
      }
      const entries = await ledger.ofSubscriber(client, attribution.subscriberId);
      // As the ledger has it, with its checkout.
      const payment = entries.find(({ id }) => id === entered.id);
      if (payment) await followRequests(client, payment, entries, subscription);
      // What the administrator assigned before the payment was known is announced again, as its refund.
      const assigned = entries.filter(
        ({ id, kind, partner, originalTransactionId }) =>
          isRefund(kind) &&
          partner === entered.partner &&
          originalTransactionId === entered.transactionId &&
          movements.every((movement) => movement.id !== id),
      );
      movements.push(...assigned.map((refund) => ({ ...refund, refundedId: entered.id })));
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
    /** Records a refund whose payment never arrived, for the subscriber that the administrator named. */
    refundWithoutPayment: async (client: Queryable, postback: Postback, attribution: Attribution): Promise<void> => {
      const subscription = await subscriptions.lock(client, attribution.subscriberId);
      await postbacks.settle(client, { ...postback, verdict: 'recorded' });
      await conclude(client, subscription, [
        await enter(client, postback, -(postback.amountCents ?? FIRST_MONTH_CENTS), attribution, subscription),
      ]);
    },
  };
};
export type Recording = ReturnType<typeof createRecording>;
