import type { ReceivedCall } from 'contracts/operations/postbacks';
import { AppError } from 'service-kit/errors';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import { POSTBACK_COLUMNS, postbackOfRow } from './postback-row.ts';
import type { PostbackRow } from './postback-row.ts';
import type { Postback } from './postback.ts';
import { withoutAddresses } from './received-call.ts';

const SAVE = prepared(`
  insert into postbacks as stored (id, partner, transaction_id, event, reference, original_transaction_id, amount_cents, currency, paid_until, occurred_at, verdict, discrepancies, received_at, webhook_id, email, call, fee_cents, states_currency, matched_by, subscriber_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
  on conflict (id) do update set verdict = excluded.verdict, original_transaction_id = excluded.original_transaction_id, discrepancies = excluded.discrepancies, matched_by = excluded.matched_by, subscriber_id = excluded.subscriber_id, email = excluded.email, call = excluded.call, currency = excluded.currency
  where stored.verdict = 'unmatched'`);

/** Number of unmatched postbacks per page. */
const PAGE_SIZE = 200;

export const createPostbackRepository = (postgres: Pick<Postgres, 'query'>) => {
  const one = async (client: Queryable, sql: string, values: unknown[]): Promise<Postback | null> => {
    const { rows } = await client.query<PostbackRow>(sql, values);
    return rows[0] ? postbackOfRow(rows[0]) : null;
  };
  return {
    /**
     * Stores a new postback, or the verdict of an unmatched one; its address only while it is unmatched. A new one is stored once its
     * verdict is known: as unmatched first, it would leave a dead row among those that each payment reads.
     * @throws AppError POSTBACK_NOT_FOUND when it was recorded with its payment meanwhile
     */
    save: async (
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
        matchedBy,
        subscriberId,
        discrepancies,
        receivedAt,
        email,
        call,
      }: Postback,
    ): Promise<void> => {
      const { rowCount } = await client.query(SAVE, [
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
        verdict === 'unmatched' ? email : '',
        call && JSON.stringify(call),
        feeCents,
        statesCurrency,
        matchedBy,
        subscriberId,
      ]);
      if (rowCount === 0) throw new AppError('POSTBACK_NOT_FOUND');
    },
    /** Stores a call that cannot be read, without any part of an address: no erasure could find its person. */
    saveRejected: async (
      client: Queryable,
      { id, partner, receivedAt, call }: Pick<Postback, 'id' | 'partner' | 'receivedAt'> & { call: ReceivedCall },
      unreadableFields: readonly string[],
    ): Promise<void> => {
      await client.query(
        `insert into postbacks (id, partner, reference, original_transaction_id, currency, verdict, occurred_at, received_at, call, unreadable_fields)
         values ($1, $2, '', '', '', 'rejected', $3, $3, $4, $5)`,
        [id, partner, receivedAt, JSON.stringify(withoutAddresses(call)), unreadableFields],
      );
    },
    byId: (client: Queryable, id: string) =>
      one(client, `select ${POSTBACK_COLUMNS} from postbacks where id = $1 and verdict <> 'rejected'`, [id]),
    /**
     * Returns a page of the unmatched postbacks, newest first.
     * @param after last one of the previous page, which may have been matched since; null: the first page
     */
    unmatched: async (after: string | null): Promise<{ postbacks: Postback[]; total: number; next: string | null }> => {
      const [{ rows }, counted] = await Promise.all([
        postgres.query<PostbackRow>(
          `select ${POSTBACK_COLUMNS} from postbacks where verdict = 'unmatched'
             and ($1::uuid is null or (received_at, id) < (select received_at, id from postbacks where id = $1))
           order by received_at desc, id desc limit ${PAGE_SIZE + 1}`,
          [after],
        ),
        postgres.query<{ count: number }>(
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
