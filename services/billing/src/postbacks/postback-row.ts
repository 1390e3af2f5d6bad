import type { Discrepancy, PostbackMatch, ReceivedCall, Verdict } from 'contracts/operations/postbacks';
import type { PostbackEvent } from '../ledger/ledger-entry.ts';
import type { Postback } from './postback.ts';

/** Row of the table `postbacks`. */
export interface PostbackRow {
  id: string;
  partner: string;
  webhook_id: string | null;
  transaction_id: string;
  event: PostbackEvent;
  reference: string;
  original_transaction_id: string;
  amount_cents: number | null;
  fee_cents: number | null;
  currency: string;
  states_currency: boolean;
  paid_until: Date | null;
  occurred_at: Date;
  email: string;
  verdict: Verdict;
  matched_by: PostbackMatch;
  subscriber_id: string | null;
  call: ReceivedCall | null;
  discrepancies: Discrepancy[];
  received_at: Date;
}

const COLUMNS = [
  'id',
  'partner',
  'webhook_id',
  'transaction_id',
  'event',
  'reference',
  'original_transaction_id',
  'amount_cents',
  'fee_cents',
  'currency',
  'states_currency',
  'paid_until',
  'occurred_at',
  'email',
  'verdict',
  'matched_by',
  'subscriber_id',
  'call',
  'discrepancies',
  'received_at',
] satisfies (keyof PostbackRow)[];
/** Columns of a row, for a select. */
export const POSTBACK_COLUMNS = COLUMNS.join(', ');

/** Transaction of a postback `p`; that of a rejected one stands in its call alone. */
export const STATED_TRANSACTION = `coalesce(p.transaction_id, (
  select parameter ->> 'value' from jsonb_array_elements(p.call -> 'parameters') as parameter where parameter ->> 'name' = 'transaction_id' limit 1), '')`;

export const postbackOfRow = (row: PostbackRow): Postback => ({
  id: row.id,
  partner: row.partner,
  webhookId: row.webhook_id,
  transactionId: row.transaction_id,
  event: row.event,
  reference: row.reference,
  originalTransactionId: row.original_transaction_id,
  amountCents: row.amount_cents,
  feeCents: row.fee_cents,
  currency: row.currency,
  statesCurrency: row.states_currency,
  paidUntil: row.paid_until,
  occurredAt: row.occurred_at,
  email: row.email,
  verdict: row.verdict,
  matchedBy: row.matched_by,
  subscriberId: row.subscriber_id,
  call: row.call,
  discrepancies: row.discrepancies,
  receivedAt: row.received_at,
});
