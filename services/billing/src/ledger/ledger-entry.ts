import type { PostbackFields } from 'contracts/operations/postbacks';

/** Event of a postback; a partial refund is stored as a refund with an amount. */
export type PostbackEvent = Exclude<PostbackFields['event'], 'partial_refund'>;
/** Events that a postback may add to the ledger. */
export type EntryEvent = Exclude<PostbackEvent, 'decline'>;

/**
 * Kind of an entry. Withdrawals are requested on the site; all others may come from a partner; a fee accompanies its transaction.
 */
export type EntryKind = EntryEvent | 'withdrawal' | 'fee';

/** Subscriber who paid, and credited affiliate. */
export interface Attribution {
  subscriberId: string;
  /** Credited affiliate; null for none. */
  affiliateId: string | null;
  modelSlug: string;
}

/** Transaction, partner's fee, cancellation or withdrawal; entries are append-only (docs/domain.md#ledger). */
export interface LedgerEntry extends Attribution {
  id: string;
  /** Cause of the entry: a partner's postback, or a request on the site. */
  postbackId: string | null;
  requestId: string | null;
  /** SITE for a request. */
  partner: string;
  /** Unique per partner. */
  transactionId: string;
  /** Transaction of the payment that the entry refunds, continues or cancels, or whose fee it is; or empty. */
  originalTransactionId: string;
  kind: EntryKind;
  /** Negative for refunds, chargebacks and fees; 0 for cancellations and withdrawals. */
  amountCents: number;
  currency: string;
  /** Time of the transaction or the cancellation, regardless of when the postback arrived. */
  occurredAt: Date;
  /** End of the paid period, if the partner stated one. */
  paidUntil: Date | null;
  recordedAt: Date;
  /** Checkout that its postback names; only present when all entries of a subscriber are read. */
  reference?: string;
}

/** Replaces the partner's name in entries of requests; no partner may have this name. */
export const SITE = 'site';

export const isPayment = (kind: EntryKind | PostbackEvent): kind is 'first' | 'renewal' =>
  kind === 'first' || kind === 'renewal';
export const isRefund = (kind: EntryKind | PostbackEvent): kind is 'refund' | 'chargeback' =>
  kind === 'refund' || kind === 'chargeback';
