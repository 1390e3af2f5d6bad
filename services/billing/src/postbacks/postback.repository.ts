import type { Verdict } from 'contracts/operations/billing';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { Postback, PostbackEvent } from './postback.ts';

interface Row {
  id: string;
  partner: string;
  transaction_id: string;
  event: PostbackEvent;
  reference: string;
  original_transaction_id: string;
  amount_cents: number;
  currency: string;
  paid_until: Date | null;
  verdict: Verdict;
  received_at: Date;
}
const postback = (row: Row): Postback => ({
  id: row.id,
  partner: row.partner,
  transactionId: row.transaction_id,
  event: row.event,
  reference: row.reference,
  originalTransactionId: row.original_transaction_id,
  amountCents: row.amount_cents,
  currency: row.currency,
  paidUntil: row.paid_until,
  verdict: row.verdict,
  receivedAt: row.received_at,
});

/** Unmatched postbacks shown at once. */
const LISTED = 500;

export const createPostbackRepository = (database: Pick<Postgres, 'query'>) => {
  const one = async (client: Queryable, sql: string, values: unknown[]): Promise<Postback | null> => {
    const { rows } = await client.query<Row>(sql, values);
    return rows[0] ? postback(rows[0]) : null;
  };
  return {
    /**
     * Until the transaction ends, nobody else handles a postback about the same transaction or checkout: a payment and its
     * refund that arrive together see each other. Locked in one order, so that two never wait for each other.
     */
    lockStory: async (client: Queryable, { partner, transactionId, originalTransactionId, reference }: Pick<Postback, 'partner' | 'transactionId' | 'originalTransactionId' | 'reference'>): Promise<void> => {
      const keys = [`transaction ${transactionId}`, ...(originalTransactionId ? [`transaction ${originalTransactionId}`] : []), ...(reference ? [`checkout ${reference}`] : [])];
      await client.query('select pg_advisory_xact_lock(lock) from (select distinct hashtextextended(key, 0) as lock from unnest($1::text[]) as key order by 1) as locks', [keys.map((key) => `${partner} ${key}`)]);
    },
    insert: async (client: Queryable, { id, partner, transactionId, event, reference, originalTransactionId, amountCents, currency, paidUntil, verdict, receivedAt }: Postback): Promise<void> => {
      await client.query(
        `insert into postbacks (id, partner, transaction_id, event, reference, original_transaction_id, amount_cents, currency, paid_until, verdict, received_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [id, partner, transactionId, event, reference, originalTransactionId, amountCents, currency, paidUntil, verdict, receivedAt],
      );
    },
    setVerdict: async (client: Queryable, id: string, verdict: Verdict): Promise<void> => {
      await client.query('update postbacks set verdict = $2 where id = $1', [id, verdict]);
    },
    /** Ties a refund to the transaction that it takes back. */
    setOriginal: async (client: Queryable, id: string, originalTransactionId: string): Promise<void> => {
      await client.query('update postbacks set original_transaction_id = $2 where id = $1', [id, originalTransactionId]);
    },
    find: (client: Queryable, id: string) => one(client, 'select * from postbacks where id = $1', [id]),
    /** The one postback that counts for a transaction. */
    ofTransaction: (client: Queryable, partner: string, transactionId: string) => one(client, `select * from postbacks where partner = $1 and transaction_id = $2 and verdict <> 'duplicate'`, [partner, transactionId]),
    /** Payments recorded for a checkout, the latest first, and whether each was taken back. */
    paymentsOf: async (client: Queryable, partner: string, reference: string): Promise<{ transactionId: string; takenBack: boolean }[]> => {
      const { rows } = await client.query<{ transaction_id: string; taken_back: boolean }>(
        `select transaction_id, exists (
           select from postbacks as back where back.partner = paid.partner and back.original_transaction_id = paid.transaction_id and back.event in ('refund', 'chargeback') and back.verdict = 'recorded'
         ) as taken_back
         from postbacks as paid where partner = $1 and reference = $2 and event in ('first', 'renewal') and verdict = 'recorded' order by received_at desc`,
        [partner, reference],
      );
      return rows.map((row) => ({ transactionId: row.transaction_id, takenBack: row.taken_back }));
    },
    /** Refunds and chargebacks that name a transaction, the first received first. */
    takingBack: async (client: Queryable, partner: string, transactionId: string): Promise<Postback[]> => {
      const { rows } = await client.query<Row>(
        `select * from postbacks where partner = $1 and original_transaction_id = $2 and event in ('refund', 'chargeback') and verdict in ('recorded', 'unmatched') order by verdict, received_at`,
        [partner, transactionId],
      );
      return rows.map(postback);
    },
    /** A refund of a checkout that came before any payment of it, and so names none. */
    refundAhead: (client: Queryable, partner: string, reference: string) =>
      one(client, `select * from postbacks where partner = $1 and reference = $2 and original_transaction_id = '' and event in ('refund', 'chargeback') and verdict = 'recorded' order by received_at limit 1`, [partner, reference]),
    unmatched: async (): Promise<Postback[]> => {
      const { rows } = await database.query<Row>(`select * from postbacks where verdict = 'unmatched' order by received_at desc limit ${LISTED}`);
      return rows.map(postback);
    },
  };
};
export type PostbackRepository = ReturnType<typeof createPostbackRepository>;
