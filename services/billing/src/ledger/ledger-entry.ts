import type { PostbackFields } from 'contracts/operations/billing';

/** A partial refund is a refund with an amount. */
export type PostbackEvent = Exclude<PostbackFields['event'], 'partial_refund'>;
/** Events that a postback may enter in the ledger. */
export type EntryEvent = Exclude<PostbackEvent, 'decline'>;

/** A withdrawal is requested on the site, everything else may come from a partner; a fee beside the movement that it is taken from. */
export type EntryKind = EntryEvent | 'withdrawal' | 'fee';

/** The subscriber who paid, and the affiliate credited. */
export interface Attribution {
  subscriberId: string;
  /** The credited affiliate; null for none. */
  affiliateId: string | null;
  modelSlug: string;
}

/** A movement of money, the partner's fee of one, a cancellation or a withdrawal; entries are only ever added (docs/domain.md#ledger). */
export interface LedgerEntry extends Attribution {
  id: string;
  /** Cause of the entry: a partner's postback, or a request on the site. */
  postbackId: string | null;
  requestId: string | null;
  /** SITE for a request. */
  partner: string;
  /** Unique among the partner's transactions. */
  transactionId: string;
  /** The transaction of the payment that it refunds, continues or cancels, or that a fee is taken from, or empty. */
  originalTransactionId: string;
  kind: EntryKind;
  /** Negative for refunds, chargebacks and fees, 0 for cancellations and withdrawals. */
  amountCents: number;
  currency: string;
  /** Time at which the money moved or the subscriber cancelled, whenever the postback arrived. */
  occurredAt: Date;
  /** End of the paid period where the partner stated one. */
  paidUntil: Date | null;
  recordedAt: Date;
  /** The checkout that its postback names, where all entries of a subscriber are read. */
  reference?: string;
}

/** Stands in place of a partner's name in entries of requests; no partner may have it. */
export const SITE = 'site';

export const isPayment = (kind: EntryKind | PostbackEvent): kind is 'first' | 'renewal' =>
  kind === 'first' || kind === 'renewal';
export const isRefund = (kind: EntryKind | PostbackEvent): kind is 'refund' | 'chargeback' =>
  kind === 'refund' || kind === 'chargeback';
