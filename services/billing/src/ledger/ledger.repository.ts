import type { Queryable } from 'service-kit/postgres';
import type { LedgerEntry, PostbackEvent } from './ledger-entry.ts';

interface Row {
  id: string;
  postback_id: string;
  partner: string;
  transaction_id: string;
  original_transaction_id: string;
  subscriber_id: string;
  kind: PostbackEvent;
  amount_cents: number;
  currency: string;
  affiliate_id: string | null;
  model_slug: string;
  occurred_at: Date;
  paid_until: Date | null;
  recorded_at: Date;
}
const entry = (row: Row): LedgerEntry => ({
  id: row.id,
  postbackId: row.postback_id,
  partner: row.partner,
  transactionId: row.transaction_id,
  originalTransactionId: row.original_transaction_id,
  subscriberId: row.subscriber_id,
  kind: row.kind,
  amountCents: row.amount_cents,
  currency: row.currency,
  affiliateId: row.affiliate_id,
  modelSlug: row.model_slug,
  occurredAt: row.occurred_at,
  paidUntil: row.paid_until,
  recordedAt: row.recorded_at,
});

/** Appends to the ledger and reads it; nothing of it is changed or removed. */
export const createLedgerRepository = () => ({
  insert: async (client: Queryable, added: LedgerEntry): Promise<void> => {
    const {
      id,
      postbackId,
      partner,
      transactionId,
      originalTransactionId,
      subscriberId,
      kind,
      amountCents,
      currency,
      affiliateId,
      modelSlug,
      occurredAt,
      paidUntil,
      recordedAt,
    } = added;
    await client.query(
      `insert into ledger (id, postback_id, partner, transaction_id, original_transaction_id, subscriber_id, kind, amount_cents, currency, affiliate_id, model_slug, occurred_at, paid_until, recorded_at, is_attributed)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, true)`,
      [
        id,
        postbackId,
        partner,
        transactionId,
        originalTransactionId,
        subscriberId,
        kind,
        amountCents,
        currency,
        affiliateId,
        modelSlug,
        occurredAt,
        paidUntil,
        recordedAt,
      ],
    );
  },
  /** The entry of a transaction, or null. */
  find: async (client: Queryable, partner: string, transactionId: string): Promise<LedgerEntry | null> => {
    const { rows } = await client.query<Row>('select * from ledger where partner = $1 and transaction_id = $2', [
      partner,
      transactionId,
    ]);
    return rows[0] ? entry(rows[0]) : null;
  },
  /** Payments whose postback named the checkout, the latest first. */
  paymentsOfCheckout: async (client: Queryable, partner: string, reference: string): Promise<LedgerEntry[]> => {
    const { rows } = await client.query<Row>(
      `select l.* from ledger l join postbacks p on p.id = l.postback_id
       where p.partner = $1 and p.reference = $2 and l.kind in ('first', 'renewal') order by l.occurred_at desc, l.transaction_id desc`,
      [partner, reference],
    );
    return rows.map(entry);
  },
  ofSubscriber: async (client: Queryable, subscriberId: string): Promise<LedgerEntry[]> => {
    const { rows } = await client.query<Row>('select * from ledger where subscriber_id = $1', [subscriberId]);
    return rows.map(entry);
  },
});
export type LedgerRepository = ReturnType<typeof createLedgerRepository>;
