import type { Queryable } from 'service-kit/postgres';
import { prepared } from 'service-kit/prepared';
import type { TimeSql } from '../database-time.ts';
import type { PostbackRow } from './postback-row.ts';
import type { Postback } from './postback.ts';
import { withoutAddresses } from './received-call.ts';

/** Condition for postbacks with an address or a masked address; also that of the index `postbacks_with_address`. */
const STATES_ADDRESS = `(email <> '' or call::text like '%•••@%')`;

/** $1 partner, $2 transaction. */
const SUBSCRIBER_OF = prepared(`
  select coalesce(
    (select subscriber_id from ledger where partner = $1 and transaction_id = $2),
    (select subscriber_id from postbacks where partner = $1 and transaction_id = $2 and subscriber_id is not null limit 1)) as id`);

const removeAddresses = async (client: Queryable, rows: readonly Pick<PostbackRow, 'id' | 'call'>[]): Promise<void> => {
  for (const { id, call } of rows)
    await client.query(`update postbacks set email = '', call = $2 where id = $1`, [
      id,
      call && JSON.stringify(withoutAddresses(call)),
    ]);
};

/** Removes payers' addresses from stored calls (docs/domain.md#retention). */
export const createPostbackAddressRepository = (timeSql: TimeSql) => ({
  /** Returns the subscriber of a transaction, even of one that moved no money; null when unknown. */
  subscriberOf: async (
    client: Queryable,
    { partner, transactionId }: Pick<Postback, 'partner' | 'transactionId'>,
  ): Promise<string | null> => {
    const { rows } = await client.query<{ id: string | null }>(SUBSCRIBER_OF, [partner, transactionId]);
    return rows[0]?.id ?? null;
  },
  /** Removes the address from a subscriber's calls, including unmatched calls that state it. */
  eraseAddresses: async (client: Queryable, subscriberId: string): Promise<void> => {
    const { rows } = await client.query<Pick<PostbackRow, 'id' | 'call'>>(
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
  /**
   * Removes addresses from calls older than the period in which a payment may be contested (docs/domain.md#retention); returns
   * their number.
   */
  expireAddresses: async (client: Queryable, limit: number): Promise<number> => {
    const { rows } = await client.query<Pick<PostbackRow, 'id' | 'call'>>(
      `select id, call from postbacks where ${STATES_ADDRESS} and received_at < ${timeSql()} - interval '13 months'
       order by received_at limit $1 for update skip locked`,
      [limit],
    );
    await removeAddresses(client, rows);
    return rows.length;
  },
});
export type PostbackAddressRepository = ReturnType<typeof createPostbackAddressRepository>;
