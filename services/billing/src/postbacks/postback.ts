import { FIRST_MONTH_CENTS, MONTHLY_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import type { Discrepancy, PostbackQuery, Verdict } from 'contracts/operations/billing';
import { isRefund } from '../ledger/ledger-entry.ts';
import type { PostbackEvent } from '../ledger/ledger-entry.ts';
import { centsOf } from './amount.ts';

/** A partner's notification as it is stored. */
export interface Postback {
  id: string;
  partner: string;
  transactionId: string;
  event: PostbackEvent;
  /** The checkout's reference, or empty. */
  reference: string;
  /** The transaction that a refund or chargeback refunds, or that a renewal continues; or empty. */
  originalTransactionId: string;
  /** null: a refund that states no amount, and so refunds the whole payment. */
  amountCents: number | null;
  currency: string;
  paidUntil: Date | null;
  occurredAt: Date;
  verdict: Verdict;
  discrepancies: readonly Discrepancy[];
  receivedAt: Date;
}

const priceCents = (event: PostbackEvent): number | null => {
  if (isRefund(event)) return null;
  return event === 'first' ? FIRST_MONTH_CENTS : MONTHLY_CENTS;
};

/** What differs from the offer's price; of refunds nothing, they are compared with their payment. */
const offerDiscrepancies = (event: PostbackEvent, amountCents: number | null, currency: string): Discrepancy[] => {
  if (isRefund(event)) return [];
  return [
    ...(amountCents === priceCents(event) ? [] : ['amount' as const]),
    ...(currency === OFFER_CURRENCY ? [] : ['currency' as const]),
  ];
};

/** The postback of a partner's query; its verdict is still to be found. */
export const postbackOf = (
  partner: string,
  query: PostbackQuery,
  receivedAt: Date,
): Omit<Postback, 'id' | 'verdict'> => {
  const amountCents = query.amount === undefined ? priceCents(query.event) : centsOf(query.amount);
  const currency = query.currency.toUpperCase();
  const statedAt = query.occurred_at === undefined ? receivedAt : new Date(query.occurred_at);
  return {
    partner,
    transactionId: query.transaction_id,
    event: query.event,
    reference: query.sub4,
    originalTransactionId: query.original_transaction_id,
    amountCents,
    currency,
    paidUntil: query.paid_until === undefined ? null : new Date(query.paid_until),
    // A clock that runs ahead of ours must not sell a period that starts in the future.
    occurredAt: statedAt < receivedAt ? statedAt : receivedAt,
    discrepancies: offerDiscrepancies(query.event, amountCents, currency),
    receivedAt,
  };
};
