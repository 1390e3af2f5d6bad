import type { Discrepancy, Verdict } from 'contracts/operations/billing';
import type { Postgres, Queryable } from 'service-kit/postgres';
import type { PostbackEvent } from '../ledger/ledger-entry.ts';
import type { Postback } from './postback.ts';

interface Row {
  id: string;
  partner: string;
  transaction_id: string;
  event: PostbackEvent;
  reference: string;
  original_transaction_id: string;
  amount_cents: number | null;
  currency: string;
  paid_until: Date | null;
  occurred_at: Date;
  verdict: Verdict;
  discrepancies: Discrepancy[];
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
  occurredAt: row.occurred_at,
  verdict: row.verdict,
  discrepancies: row.discrepancies,
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
     * Until the transaction ends, no other process handles a postback about the same transaction or checkout: a payment and its
     * refund that arrive together see each other. Locks are taken in one order, against deadlocks.
     */
    lockStory: async (
      client: Queryable,
      {
        partner,
        transactionId,
        originalTransactionId,
        reference,
      }: Pick<Postback, 'partner' | 'transactionId' | 'originalTransactionId' | 'reference'>,
    ): Promise<void> => {
      const keys = [
        `transaction ${transactionId}`,
        ...(originalTransactionId ? [`transaction ${originalTransactionId}`] : []),
        ...(reference ? [`checkout ${reference}`] : []),
      ];
      await client.query(
        'select pg_advisory_xact_lock(lock) from (select distinct hashtextextended(key, 0) as lock from unnest($1::text[]) as key order by 1) as locks',
        [keys.map((key) => `${partner} ${key}`)],
      );
    },
    insert: async (
      client: Queryable,
      {
        id,
        partner,
        transactionId,
        event,
        reference,
        originalTransactionId,
        amountCents,
        currency,
        paidUntil,
        occurredAt,
        verdict,
        discrepancies,
        receivedAt,
      }: Postback,
    ): Promise<void> => {
      await client.query(
        `insert into postbacks (id, partner, transaction_id, event, reference, original_transaction_id, amount_cents, currency, paid_until, occurred_at, verdict, discrepancies, received_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
        [
          id,
          partner,
          transactionId,
          event,
          reference,
          originalTransactionId,
          amountCents,
          currency,
          paidUntil,
          occurredAt,
          verdict,
          discrepancies,
          receivedAt,
        ],
      );
    },
    /** Stores what was made of a postback. */
    settle: async (
      client: Queryable,
      { id, verdict, originalTransactionId, discrepancies }: Postback,
    ): Promise<void> => {
      await client.query(
        'update postbacks set verdict = $2, original_transaction_id = $3, discrepancies = $4 where id = $1',
        [id, verdict, originalTransactionId, discrepancies],
      );
    },
    find: (client: Queryable, id: string) => one(client, 'select * from postbacks where id = $1', [id]),
    /** The one postback that counts for a transaction. */
    ofTransaction: (client: Queryable, partner: string, transactionId: string) =>
      one(client, `select * from postbacks where partner = $1 and transaction_id = $2 and verdict <> 'duplicate'`, [
        partner,
        transactionId,
      ]),
    /** Refunds that arrived before this payment and name its transaction, or its checkout and no transaction; in the order of the money. */
    refundsAhead: async (client: Queryable, { partner, transactionId, reference }: Postback): Promise<Postback[]> => {
      const { rows } = await client.query<Row>(
        `select * from postbacks where partner = $1 and verdict = 'unmatched' and event in ('refund', 'chargeback')
           and (original_transaction_id = $2 or (original_transaction_id = '' and reference <> '' and reference = $3))
         order by occurred_at, transaction_id for update`,
        [partner, transactionId, reference],
      );
      return rows.map(postback);
    },
    unmatched: async (): Promise<Postback[]> => {
      const { rows } = await database.query<Row>(
        `select * from postbacks where verdict = 'unmatched' order by received_at desc limit ${LISTED}`,
      );
      return rows.map(postback);
    },
  };
};
export type PostbackRepository = ReturnType<typeof createPostbackRepository>;
