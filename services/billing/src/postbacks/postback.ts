import { FIRST_MONTH_CENTS, MONTHLY_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import type { Discrepancy, PostbackFields, PostbackMatch, ReceivedCall, Verdict } from 'contracts/operations/billing';
import { LATEST_END } from '../ledger/billing-period.ts';
import { isPayment } from '../ledger/ledger-entry.ts';
import type { EntryEvent, PostbackEvent } from '../ledger/ledger-entry.ts';
import { centsOf } from './amount.ts';

/** A partner's notification as it is stored. */
export interface Postback<Event extends PostbackEvent = PostbackEvent> {
  id: string;
  partner: string;
  /** Identifier of a signed notification; null: a keyed GET. */
  webhookId: string | null;
  transactionId: string;
  event: Event;
  /** The checkout's reference, or empty. */
  reference: string;
  /** The transaction that a refund or chargeback refunds, a renewal continues or a cancellation ends; or empty. */
  originalTransactionId: string;
  /** The payer's address in lower case, while it waits for its subscriber; or empty. */
  email: string;
  /** null: a cancellation, a decline without an amount, or a refund that states none and so refunds the whole payment. */
  amountCents: number | null;
  /** Fee of the partner, in the same currency; null where it states none. */
  feeCents: number | null;
  /** Currency of the offer where none is stated; a refund without one is then recorded in that of its payment. */
  currency: string;
  statesCurrency: boolean;
  paidUntil: Date | null;
  occurredAt: Date;
  verdict: Verdict;
  matchedBy: PostbackMatch;
  /** Subscriber of a postback without an entry in the ledger, where it is known. */
  subscriberId: string | null;
  /** null: received by a former version. */
  call: ReceivedCall | null;
  discrepancies: readonly Discrepancy[];
  receivedAt: Date;
}

const priceCents = (event: PostbackEvent): number | null => {
  if (!isPayment(event)) return null;
  return event === 'first' ? FIRST_MONTH_CENTS : MONTHLY_CENTS;
};

/** Returns what of a payment differs from the offer's price. */
const offerDiscrepancies = (event: PostbackEvent, amountCents: number | null, currency: string): Discrepancy[] => {
  if (!isPayment(event)) return [];
  return [
    ...(amountCents === priceCents(event) ? [] : ['amount' as const]),
    ...(currency === OFFER_CURRENCY ? [] : ['currency' as const]),
  ];
};

/** Before it no payment was made: software writes such instants where it has none, and states no time by them. */
const EARLIEST = new Date('2000-01-01T00:00:00.000Z');

const instantOf = (stated: string | undefined): Date | null => {
  const instant = stated === undefined ? null : new Date(stated);
  if (instant === null || instant < EARLIEST) return null;
  return instant < LATEST_END ? instant : LATEST_END;
};

/** The postback of what a partner states; its verdict is still to be found. */
export const postbackOf = (
  partner: string,
  fields: PostbackFields,
  receivedAt: Date,
): Omit<Postback, 'id' | 'verdict' | 'webhookId' | 'matchedBy' | 'subscriberId' | 'call'> => {
  const event = fields.event === 'partial_refund' ? 'refund' : fields.event;
  const statedCents = fields.amount === undefined ? priceCents(event) : centsOf(fields.amount);
  const amountCents = event === 'cancellation' ? null : statedCents;
  const currency = fields.currency?.toUpperCase() ?? OFFER_CURRENCY;
  const statedAt = instantOf(fields.occurred_at) ?? receivedAt;
  return {
    partner,
    transactionId: fields.transaction_id,
    event,
    reference: fields.sub4,
    originalTransactionId: fields.original_transaction_id,
    email: fields.email.toLowerCase(),
    amountCents,
    feeCents: fields.fee === undefined ? null : centsOf(fields.fee),
    currency,
    statesCurrency: fields.currency !== undefined,
    paidUntil: instantOf(fields.paid_until),
    // A clock that runs ahead of ours must not sell a period that starts in the future.
    occurredAt: statedAt < receivedAt ? statedAt : receivedAt,
    discrepancies: offerDiscrepancies(event, amountCents, currency),
    receivedAt,
  };
};

/** Whether it may enter the ledger. */
export const isEntry = (postback: Postback): postback is Postback<EntryEvent> => postback.event !== 'decline';
