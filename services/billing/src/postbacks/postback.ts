import type { PostbackQuery, Verdict } from 'contracts/operations/billing';
import { centsOf } from './amount.ts';

export type PostbackEvent = PostbackQuery['event'];

/** What a partner told, as it is kept. */
export interface Postback {
  id: string;
  partner: string;
  transactionId: string;
  event: PostbackEvent;
  /** The checkout's reference, or empty. */
  reference: string;
  /** The transaction that a refund or chargeback takes back, or that a renewal continues; or empty. */
  originalTransactionId: string;
  amountCents: number;
  currency: string;
  paidUntil: Date | null;
  verdict: Verdict;
  receivedAt: Date;
}

/** To whom money belongs. */
export interface Attribution {
  subscriberId: string;
  affiliate: string;
  modelSlug: string;
}

export const takesBack = (event: PostbackEvent): boolean => event === 'refund' || event === 'chargeback';

/** The postback that a partner's query tells of; its verdict is still to be found. */
export const postbackOf = (partner: string, query: PostbackQuery): Omit<Postback, 'id' | 'verdict' | 'receivedAt'> => ({
  partner,
  transactionId: query.transaction_id,
  event: query.event,
  reference: query.sub4,
  originalTransactionId: query.original_transaction_id,
  amountCents: centsOf(query.amount),
  currency: query.currency.toUpperCase(),
  paidUntil: query.paid_until === undefined ? null : new Date(query.paid_until),
});
