import type { Discrepancy, PostbackMatch, ReceivedCall, Verdict } from 'contracts/operations/billing';
import { AppError } from 'service-kit/errors';
import type { Postgres, Queryable } from 'service-kit/postgres';
import { checkoutReference } from '../checkouts/checkout-token.ts';
import type { EntryEvent, PostbackEvent } from '../ledger/ledger-entry.ts';
import { isEntry } from './postback.ts';
import type { Postback } from './postback.ts';
import { withoutAddresses } from './received-call.ts';
import type { TimeSql } from '../database-time.ts';

interface Row {
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
const postback = (row: Row): Postback => ({
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

/** Unmatched postbacks of one page. */
const PAGE_SIZE = 200;

/** Those that state an address or what is left of one: the condition of the index `postbacks_with_address`. */
const STATES_ADDRESS = `(email <> '' or call::text like '%•••@%')`;

export const createPostbackRepository = (database: Pick<Postgres, 'query'>, timeSql: TimeSql) => {
  const one = async (client: Queryable, sql: string, values: unknown[]): Promise<Postback | null> => {
    const { rows } = await client.query<Row>(sql, values);
    return rows[0] ? postback(rows[0]) : null;
  };
  const removeAddresses = async (client: Queryable, rows: readonly Pick<Row, 'id' | 'call'>[]): Promise<void> => {
    for (const { id, call } of rows)
      await client.query(`update postbacks set email = '', call = $2 where id = $1`, [
        id,
        call && JSON.stringify(withoutAddresses(call)),
      ]);
  };
  return {
    /**
     * Until the transaction ends, no other process handles a postback about the same transaction or checkout: a payment and its
     * refund that arrive together see each other. Locks are taken in one order, against deadlocks.
     */
    lockRelated: async (
      client: Queryable,
      {
        partner,
        webhookId,
        transactionId,
        originalTransactionId,
        reference,
      }: Pick<Postback, 'partner' | 'webhookId' | 'transactionId' | 'originalTransactionId' | 'reference'>,
    ): Promise<void> => {
      const keys = [
        `transaction ${transactionId}`,
        ...(originalTransactionId ? [`transaction ${originalTransactionId}`] : []),
        ...(reference ? [`checkout ${reference}`] : []),
        ...(webhookId === null ? [] : [`webhook ${webhookId}`]),
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
     * Stores what was made of a postback that waits; its address is needed no longer.
     * @throws AppError POSTBACK_NOT_FOUND where it was entered with its payment meanwhile
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
    /** The subscriber of a transaction, also of one that moved nothing; null where it is unknown. */
    subscriberOf: async (
      client: Queryable,
      { partner, transactionId }: Pick<Postback, 'partner' | 'transactionId'>,
    ): Promise<string | null> => {
      const { rows } = await client.query<{ id: string | null }>(
        `select coalesce(
           (select subscriber_id from ledger where partner = $1 and transaction_id = $2),
           (select subscriber_id from postbacks where partner = $1 and transaction_id = $2 and subscriber_id is not null limit 1)) as id`,
        [partner, transactionId],
      );
      return rows[0]?.id ?? null;
    },
    /** Removes what the calls of a subscriber have stated of the address, those that wait for their subscriber with it included. */
    eraseAddresses: async (client: Queryable, subscriberId: string): Promise<void> => {
      const { rows } = await client.query<Pick<Row, 'id' | 'call'>>(
        `with own as (
           select partner, transaction_id from ledger where subscriber_id = $1
           union select partner, transaction_id from postbacks where subscriber_id = $1
           union select partner, transaction_id from postbacks
             where verdict = 'unmatched' and email <> '' and email = (select lower(email) from subscribers where id = $1))
         select p.id, p.call from own join postbacks p using (partner, transaction_id)
         union select p.id, p.call from own join postbacks p on p.partner = own.partner and p.original_transaction_id = own.transaction_id and p.original_transaction_id <> ''
         order by id`,
        [subscriberId],
      );
      await removeAddresses(client, rows);
    },
    /** Removes what calls state of an address for as long as a payment may be contested (docs/domain.md#retention); returns how many did. */
    expireAddresses: async (client: Queryable, limit: number): Promise<number> => {
      const { rows } = await client.query<Pick<Row, 'id' | 'call'>>(
        `select id, call from postbacks where ${STATES_ADDRESS} and received_at < ${timeSql()} - interval '13 months'
         order by received_at limit $1 for update skip locked`,
        [limit],
      );
      await removeAddresses(client, rows);
      return rows.length;
    },
    find: (client: Queryable, id: string) => one(client, 'select * from postbacks where id = $1', [id]),
    /** Whether its transaction, or the notification itself, has arrived before. A declined transaction may still succeed; a decline adds nothing to one that is known, matched or not. */
    isRepeated: async (
      client: Queryable,
      { partner, transactionId, webhookId, event }: Pick<Postback, 'partner' | 'transactionId' | 'webhookId' | 'event'>,
    ): Promise<boolean> => {
      const equal = event === 'decline' ? `verdict <> 'duplicate'` : `verdict not in ('duplicate', 'declined')`;
      const { rows } = await client.query(
        `select from postbacks where partner = $1 and transaction_id = $2 and ${equal}
         union all select from postbacks where partner = $1 and webhook_id = $3 and verdict <> 'duplicate' limit 1`,
        [partner, transactionId, webhookId],
      );
      return rows.length > 0;
    },
    /**
     * Refunds and cancellations that arrived before this payment and name its transaction, or its checkout and no transaction, or
     * neither, but state the address that its subscriber alone has and are not older than it; in the order of the money.
     */
    aheadOf: async (
      client: Queryable,
      { partner, transactionId, reference: stated, occurredAt }: Postback,
      subscriberId: string,
    ): Promise<Postback<EntryEvent>[]> => {
      const reference = checkoutReference(stated);
      const { rows } = await client.query<Row>(
        `select * from postbacks where partner = $1 and verdict = 'unmatched' and event in ('refund', 'chargeback', 'cancellation')
           and (original_transaction_id = $2 or (original_transaction_id = '' and reference <> '' and reference = $3)
             or (original_transaction_id = '' and email <> '' and occurred_at >= $4 and email = (
               select lower(email) from subscribers where id = $5 and not erased and not exists (
                 select from subscribers other where lower(other.email) = lower(subscribers.email) and other.id <> $5 and not other.erased))))
         order by occurred_at, transaction_id for update`,
        [partner, transactionId, reference, occurredAt, subscriberId],
      );
      const isOfCheckout = (other: string) => other === '' || other === reference;
      return rows
        .map(postback)
        .filter(isEntry)
        .filter((each) => each.originalTransactionId !== '' || isOfCheckout(checkoutReference(each.reference)));
    },
    /** Whether the payment that a refund or cancellation names, by its transaction, else checkout, else address, waits too. */
    isAheadOfWaiting: async (
      client: Queryable,
      { partner, originalTransactionId, reference, email }: Postback,
    ): Promise<boolean> => {
      const { rows } = await client.query(
        `select from postbacks where partner = $1 and verdict = 'unmatched' and event in ('first', 'renewal')
           and case when $2 <> '' then transaction_id = $2 when $3 <> '' then reference = $3 else email <> '' and email = $4 end limit 1`,
        [partner, originalTransactionId, checkoutReference(reference), email],
      );
      return rows.length > 0;
    },
    /**
     * A page of those that wait, the newest first.
     * @param after the last one of the page before, which may have been matched since; null: the first page
     */
    unmatched: async (after: string | null): Promise<{ postbacks: Postback[]; total: number; next: string | null }> => {
      const [{ rows }, counted] = await Promise.all([
        database.query<Row>(
          `select * from postbacks where verdict = 'unmatched'
             and ($1::uuid is null or (received_at, id) < (select received_at, id from postbacks where id = $1))
           order by received_at desc, id desc limit ${PAGE_SIZE + 1}`,
          [after],
        ),
        database.query<{ count: number }>(
          `select count(*)::integer as count from postbacks where verdict = 'unmatched'`,
        ),
      ]);
      const postbacks = rows.slice(0, PAGE_SIZE).map(postback);
      return {
        postbacks,
        total: counted.rows[0]?.count ?? 0,
        next: rows.length > PAGE_SIZE ? (postbacks.at(-1)?.id ?? null) : null,
      };
    },
  };
};
export type PostbackRepository = ReturnType<typeof createPostbackRepository>;
