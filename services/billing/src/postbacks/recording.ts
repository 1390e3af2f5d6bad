import { randomUUID } from 'node:crypto';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Queryable } from 'service-kit/postgres';
import { FIRST_MONTH_CENTS } from 'contracts/offer';
import { remainingCents } from '../ledger/fold-ledger.ts';
import type { Attribution, LedgerEntry } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import type { SubscriptionRepository } from '../subscriptions/subscription.repository.ts';
import type { SubscriptionService } from '../subscriptions/subscription.service.ts';
import type { Postback } from './postback.ts';
import type { PostbackRepository } from './postback.repository.ts';

interface Dependencies {
  postbacks: PostbackRepository;
  ledger: LedgerRepository;
  subscriptions: SubscriptionRepository;
  subscriptionService: Pick<SubscriptionService, 'refold'>;
  clock: () => Date;
}

type Refund = { postback: Postback; amountCents: number };

/** Enters matched postbacks in the ledger, folds the subscription anew and emits the events of both. */
export const createRecording = ({ postbacks, ledger, subscriptions, subscriptionService, clock }: Dependencies) => {
  const enter = async (
    client: Queryable,
    {
      id: postbackId,
      partner,
      transactionId,
      originalTransactionId,
      event: kind,
      currency,
      occurredAt,
      paidUntil,
    }: Postback,
    amountCents: number,
    { subscriberId, affiliateId, modelSlug }: Attribution,
  ): Promise<LedgerEntry> => {
    const entry = {
      id: randomUUID(),
      postbackId,
      partner,
      transactionId,
      originalTransactionId,
      kind,
      amountCents,
      currency,
      occurredAt,
      paidUntil,
      recordedAt: clock(),
      subscriberId,
      affiliateId,
      modelSlug,
    };
    await ledger.insert(client, entry);
    return entry;
  };

  /** What a refund takes from its payment: at most what is left of it, and the rest is flagged; null where nothing is left. */
  const refundOf = (postback: Postback, payment: LedgerEntry, entries: readonly LedgerEntry[]): Refund | null => {
    const remaining = remainingCents(payment, entries);
    const isRefundedBefore = entries.some(
      ({ originalTransactionId, partner }) =>
        partner === payment.partner && originalTransactionId === payment.transactionId,
    );
    if (remaining === 0 && isRefundedBefore) return null;
    const bound: Postback = { ...postback, verdict: 'recorded', originalTransactionId: payment.transactionId };
    if (postback.currency !== payment.currency)
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
  ): Promise<LedgerEntry | null> => {
    const refund = refundOf(postback, payment, await ledger.ofSubscriber(client, payment.subscriberId));
    await postbacks.settle(client, refund?.postback ?? { ...postback, verdict: 'ignored' });
    return refund && enter(client, refund.postback, refund.amountCents, payment);
  };

  /** Folds the locked subscription and emits `payment.recorded` for each entry. */
  const conclude = async (client: Queryable, subscriberId: string, entries: readonly LedgerEntry[]): Promise<void> => {
    const { revision } = await subscriptionService.refold(client, await subscriptions.lock(client, subscriberId));
    for (const { id, amountCents, currency, kind, affiliateId, modelSlug } of entries)
      await saveEvents(
        client,
        createEvent(
          'payment.recorded',
          { id, subscriberId, amountCents, currency, kind, affiliateId, modelSlug },
          revision,
        ),
      );
  };

  return {
    /** Records a stored payment, and the refunds of it that arrived before. */
    payment: async (client: Queryable, postback: Postback, attribution: Attribution): Promise<void> => {
      const { subscriberId } = attribution;
      await subscriptions.lock(client, subscriberId);
      await postbacks.settle(client, { ...postback, verdict: 'recorded' });
      const payment = await enter(client, postback, postback.amountCents ?? 0, attribution);
      const entries = [payment];
      for (const ahead of await postbacks.refundsAhead(client, postback)) {
        const refund = await enterRefund(client, ahead, payment);
        if (refund) entries.push(refund);
      }
      await conclude(client, subscriberId, entries);
    },
    /** Records a stored refund of a payment; false where nothing is left to refund. */
    refund: async (client: Queryable, postback: Postback, payment: LedgerEntry): Promise<boolean> => {
      await subscriptions.lock(client, payment.subscriberId);
      const entry = await enterRefund(client, postback, payment);
      if (entry) await conclude(client, entry.subscriberId, [entry]);
      return entry !== null;
    },
    /** Records a refund whose payment never arrived, for the subscriber that the administrator named. */
    refundWithoutPayment: async (client: Queryable, postback: Postback, attribution: Attribution): Promise<void> => {
      await subscriptions.lock(client, attribution.subscriberId);
      await postbacks.settle(client, { ...postback, verdict: 'recorded' });
      await conclude(client, attribution.subscriberId, [
        await enter(client, postback, -(postback.amountCents ?? FIRST_MONTH_CENTS), attribution),
      ]);
    },
  };
};
export type Recording = ReturnType<typeof createRecording>;
