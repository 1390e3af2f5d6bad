import type { Queryable } from 'service-kit/postgres';
import type { Attribution, PostbackEvent } from './postback.ts';

export interface LedgerEntry extends Attribution {
  id: string;
  postbackId: string;
  kind: PostbackEvent;
  /** Cents; negative for what was taken back. */
  amountCents: number;
  currency: string;
  recordedAt: Date;
}

export const createLedgerRepository = () => ({
  insert: async (client: Queryable, { id, postbackId, subscriberId, kind, amountCents, currency, affiliate, modelSlug, recordedAt }: LedgerEntry): Promise<void> => {
    await client.query(
      'insert into ledger (id, postback_id, subscriber_id, kind, amount_cents, currency, affiliate, model_slug, recorded_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [id, postbackId, subscriberId, kind, amountCents, currency, affiliate, modelSlug, recordedAt],
    );
  },
  /** To whom a transaction was recorded, or null. */
  attributionOf: async (client: Queryable, partner: string, transactionId: string): Promise<Attribution | null> => {
    const { rows } = await client.query<{ subscriber_id: string; affiliate: string; model_slug: string }>(
      `select subscriber_id, affiliate, model_slug from ledger join postbacks on postbacks.id = postback_id where partner = $1 and transaction_id = $2 and verdict = 'recorded'`,
      [partner, transactionId],
    );
    const row = rows[0];
    return row ? { subscriberId: row.subscriber_id, affiliate: row.affiliate, modelSlug: row.model_slug } : null;
  },
});
export type LedgerRepository = ReturnType<typeof createLedgerRepository>;
