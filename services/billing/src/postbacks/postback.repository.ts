import { AppError } from 'service-kit/errors';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { postbackOfRow } from './postback-row.ts';
import type { PostbackRow } from './postback-row.ts';
import type { Postback } from './postback.ts';

/** Number of unmatched postbacks per page. */
const PAGE_SIZE = 200;

export const createPostbackRepository = (database: Pick<Postgres, 'query'>) => {
  const one = async (client: Queryable, sql: string, values: unknown[]): Promise<Postback | null> => {
    const { rows } = await client.query<PostbackRow>(sql, values);
    return rows[0] ? postbackOfRow(rows[0]) : null;
  };
  return {
    insert: async (
      client: Queryable,
      {
        id,
        partner,
        webhookId,
        transactionId,
        event,
        reference,
        originalTransactionId,
        amountCents,
        feeCents,
        currency,
        statesCurrency,
        paidUntil,
        occurredAt,
        verdict,
        discrepancies,
        receivedAt,
        email,
        call,
      }: Postback,
    ): Promise<void> => {
      await client.query(
        `insert into postbacks (id, partner, transaction_id, event, reference, original_transaction_id, amount_cents, currency, paid_until, occurred_at, verdict, discrepancies, received_at, webhook_id, email, call, fee_cents, states_currency)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
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
          webhookId,
          email,
          call && JSON.stringify(call),
          feeCents,
          statesCurrency,
        ],
      );
    },
    /**
     * Stores the verdict of an unmatched postback and deletes its address, which is no longer needed.
     * @throws AppError POSTBACK_NOT_FOUND when it was recorded with its payment meanwhile
     */
    settle: async (
      client: Queryable,
      { id, verdict, originalTransactionId, currency, discrepancies, matchedBy, subscriberId, call }: Postback,
    ): Promise<void> => {
      const { rowCount } = await client.query(
        `update postbacks set verdict = $2, original_transaction_id = $3, discrepancies = $4, matched_by = $5, subscriber_id = $6, email = '', call = $7, currency = $8
         where id = $1 and verdict = 'unmatched'`,
        [
          id,
          verdict,
          originalTransactionId,
          discrepancies,
          matchedBy,
          subscriberId,
          call && JSON.stringify(call),
          currency,
        ],
      );
      if (rowCount === 0) throw new AppError('POSTBACK_NOT_FOUND');
    },
    find: (client: Queryable, id: string) => one(client, 'select * from postbacks where id = $1', [id]),
    /**
     * Returns a page of the unmatched postbacks, newest first.
     * @param after last one of the previous page, which may have been matched since; null: the first page
     */
    unmatched: async (after: string | null): Promise<{ postbacks: Postback[]; total: number; next: string | null }> => {
      const [{ rows }, counted] = await Promise.all([
        database.query<PostbackRow>(
          `select * from postbacks where verdict = 'unmatched'
             and ($1::uuid is null or (received_at, id) < (select received_at, id from postbacks where id = $1))
           order by received_at desc, id desc limit ${PAGE_SIZE + 1}`,
          [after],
        ),
        database.query<{ count: number }>(
          `select count(*)::integer as count from postbacks where verdict = 'unmatched'`,
        ),
      ]);
      const postbacks = rows.slice(0, PAGE_SIZE).map(postbackOfRow);
      return {
        postbacks,
        total: counted.rows[0]?.count ?? 0,
        next: rows.length > PAGE_SIZE ? (postbacks.at(-1)?.id ?? null) : null,
      };
    },
  };
};
export type PostbackRepository = ReturnType<typeof createPostbackRepository>;
