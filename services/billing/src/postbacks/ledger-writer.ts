import { randomUUID } from 'node:crypto';
import { FEE_PREFIX } from 'contracts/operations/postbacks';
import { createEvent, saveEvents } from 'service-kit/outbox';
import type { Queryable } from 'service-kit/postgres';
import { isPayment, isRefund } from '../ledger/ledger-entry.ts';
import type { Attribution, LedgerEntry } from '../ledger/ledger-entry.ts';
import type { LedgerRepository } from '../ledger/ledger.repository.ts';
import { receiptNumberOf } from '../payments/receipt-number.ts';
import type { ReadNextCharge } from '../subscriptions/next-charge.ts';
import type { ReadSubscription } from '../subscriptions/subscription.repository.ts';
import type { SubscriptionService } from '../subscriptions/subscription.service.ts';
import type { EntryPostback } from './postback.ts';

interface Dependencies {
  ledger: Pick<LedgerRepository, 'insert'>;
  subscriptionService: Pick<SubscriptionService, 'refold'>;
  readNextCharge: ReadNextCharge;
}

/** Entry with the payment that it refunds. */
export type Movement = LedgerEntry & { refundedId?: string };

/** Adds postbacks to the ledger, refolds the subscription and emits the events of both. */
export const createLedgerWriter = ({ ledger, subscriptionService, readNextCharge }: Dependencies) => ({
  /** Adds a postback, and the partner's fee as a separate entry. */
  enter: async (
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
    }: EntryPostback,
    {
      amountCents,
      attribution: { subscriberId, affiliateId, modelSlug },
      subscription: { readAt: recordedAt },
    }: { amountCents: number; attribution: Attribution; subscription: ReadSubscription },
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
  },
  /** Refolds the locked subscription and emits `payment.recorded` for each transaction. */
  conclude: async (
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
      await saveEvents(client, {
        ...createEvent('payment.recorded', isPayment(kind) ? { ...data, receipt } : data, subscription.revision),
        occurredAt: entry.recordedAt.toISOString(),
      });
    }
  },
});
export type LedgerWriter = ReturnType<typeof createLedgerWriter>;
