import type { LedgerEntry } from './ledger-entry.ts';

/** Returns what the API shows of an entry. */
export const entryView = ({ kind, amountCents, currency, transactionId, occurredAt }: LedgerEntry) => ({
  kind,
  amount_cents: amountCents,
  currency,
  transaction_id: transactionId,
  occurred_at: occurredAt.toISOString(),
});
