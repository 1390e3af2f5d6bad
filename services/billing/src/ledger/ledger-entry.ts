import type { PostbackQuery } from 'contracts/operations/billing';

export type PostbackEvent = PostbackQuery['event'];

/** Whom money came from, and who is credited for it. */
export interface Attribution {
  subscriberId: string;
  /** The credited affiliate; null for none. */
  affiliateId: string | null;
  modelSlug: string;
}

/** A movement of money; entries are only ever added (docs/domain.md#ledger). */
export interface LedgerEntry extends Attribution {
  id: string;
  postbackId: string;
  partner: string;
  /** Unique among the partner's transactions. */
  transactionId: string;
  /** For refunds and chargebacks: the transaction of the payment that they refund, or empty. */
  originalTransactionId: string;
  kind: PostbackEvent;
  /** Negative for refunds and chargebacks. */
  amountCents: number;
  currency: string;
  /** When the money moved, whenever the postback arrived. */
  occurredAt: Date;
  /** End of the paid period where the partner stated one. */
  paidUntil: Date | null;
  recordedAt: Date;
}

export const isRefund = (kind: PostbackEvent): boolean => kind === 'refund' || kind === 'chargeback';
