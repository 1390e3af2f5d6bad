import { FIRST_MONTH_CENTS, MONTHLY_CENTS, OFFER_CURRENCY } from 'contracts/offer';
import type { Discrepancy, PostbackFields, PostbackMatch, ReceivedCall, Verdict } from 'contracts/operations/postbacks';
import { LATEST_END } from '../ledger/billing-period.ts';
import { isPayment, isRefund } from '../ledger/ledger-entry.ts';
import type { EntryEvent, PostbackEvent } from '../ledger/ledger-entry.ts';
import { centsOf } from './amount.ts';

/** Stored notification of a partner. */
export interface Postback<Event extends PostbackEvent = PostbackEvent> {
  id: string;
  partner: string;
  /** Id of a signed notification; null for a keyed GET. */
  webhookId: string | null;
  transactionId: string;
  event: Event;
  /** Reference of the checkout, or empty. */
  reference: string;
  /** Transaction that a refund or chargeback refunds, a renewal continues or a cancellation ends; or empty. */
  originalTransactionId: string;
  /** Address of the payer in lower case while the postback is unmatched; or empty. */
  email: string;
  /** null: a cancellation, a decline without an amount, or a refund of the whole payment. */
  amountCents: number | null;
  /** Fee of the partner, in the same currency; null when not stated. */
  feeCents: number | null;
  /** Currency of the offer when none is stated; a refund without one is recorded in its payment's currency. */
  currency: string;
  statesCurrency: boolean;
  paidUntil: Date | null;
  occurredAt: Date;
  verdict: Verdict;
  matchedBy: PostbackMatch;
  /** Subscriber, if known, of a postback without a ledger entry. */
  subscriberId: string | null;
  /** null when a former version received it. */
  call: ReceivedCall | null;
  discrepancies: readonly Discrepancy[];
  receivedAt: Date;
}

const priceCents = (event: PostbackEvent): number | null => {
  if (!isPayment(event)) return null;
  return event === 'first' ? FIRST_MONTH_CENTS : MONTHLY_CENTS;
};

/** Returns the differences of a payment from the offer. */
const offerDiscrepancies = (event: PostbackEvent, amountCents: number | null, currency: string): Discrepancy[] => {
  if (!isPayment(event)) return [];
  return [
    ...(amountCents === priceCents(event) ? [] : ['amount' as const]),
    ...(currency === OFFER_CURRENCY ? [] : ['currency' as const]),
  ];
};

/** Earlier instants are placeholders of the sender's software and count as not stated. */
const EARLIEST = new Date('2000-01-01T00:00:00.000Z');

const instantOf = (stated: string | undefined): Date | null => {
  const instant = stated === undefined ? null : new Date(stated);
  if (instant === null || instant < EARLIEST) return null;
  return instant < LATEST_END ? instant : LATEST_END;
};

/** Returns the identifier of an event of a payment that the partner sends with the payment's own. */
export const transactionOf = (event: PostbackEvent, payment: string): string => `${event}:${payment}`;

/**
 * Returns a refund, chargeback or cancellation that has its payment's own identifier, as many partners send it: it names that
 * payment, and has an identifier of its own (docs/domain.md#postbacks).
 */
export const namingItsPayment = <Named extends Pick<Postback, 'event' | 'transactionId' | 'originalTransactionId'>>(
  postback: Named,
): Named => ({
  ...postback,
  transactionId: transactionOf(postback.event, postback.transactionId),
  originalTransactionId: postback.originalTransactionId || postback.transactionId,
});

/** Whether an event concerns a payment that has another postback. */
export const isOfPayment = (event: PostbackEvent): boolean => isRefund(event) || event === 'cancellation';

/** Creates the postback of a partner's fields, before its verdict is known. */
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
  const postback = {
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
    // A clock ahead of the platform's must not grant a period that starts in the future.
    occurredAt: statedAt < receivedAt ? statedAt : receivedAt,
    discrepancies: offerDiscrepancies(event, amountCents, currency),
    receivedAt,
  };
  const namesItself = postback.transactionId === postback.originalTransactionId;
  return namesItself && isOfPayment(event) ? namingItsPayment(postback) : postback;
};

/** Postback that may be added to the ledger: every event except a decline. */
export type EntryPostback = Postback<EntryEvent>;
/** Whether the postback may be added to the ledger. */
export const isEntry = (postback: Postback): postback is EntryPostback => postback.event !== 'decline';
