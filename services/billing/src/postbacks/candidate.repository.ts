import type { PostbackCandidate } from 'contracts/operations/postbacks';
import type { Queryable } from 'service-kit/postgres';
import type { Postback } from './postback.ts';

interface Row extends Omit<PostbackCandidate, 'name' | 'at'> {
  first_name: string;
  last_name: string;
  at: Date | null;
}

/** Time before a first payment in which its payment page or registration is searched. */
const BEFORE_PAYMENT = `interval '2 hours'`;
/** Time around a renewal in which the paid period must end. */
const BEFORE_DUE = `interval '1 day'`;
const AFTER_DUE = `interval '3 days'`;
const LISTED = 10;

/**
 * Returns the subscribers that an unmatched postback may belong to, most likely first: only that of the named transaction if it is
 * recorded; else by address, then, for a first payment, unpaid subscribers who opened the payment page or registered shortly
 * before, and for a renewal those whose period ends (docs/domain.md#postbacks).
 * @param postback $1 address, $2 event, $3 time, $4 partner, $5 named transaction
 */
export const candidatesOf = async (
  client: Queryable,
  {
    email,
    event,
    occurredAt,
    partner,
    originalTransactionId,
  }: Pick<Postback, 'email' | 'event' | 'occurredAt' | 'partner' | 'originalTransactionId'>,
): Promise<PostbackCandidate[]> => {
  const { rows } = await client.query<Row>(
    `with named as (select subscriber_id, occurred_at from ledger where partner = $4 and transaction_id = $5)
     select * from (
       select distinct on (s.id) s.id, s.first_name, s.last_name, s.email, coalesce(c.state, 'pending') as state, f.reason, f.at, f.rank
       from (
         select subscriber_id as id, 0 as rank, 'transaction' as reason, occurred_at as at from named
         union all
         select id, 1, 'email', null::timestamptz from subscribers
         where $1 <> '' and lower(email) = $1 and not erased
         union all
         select subscriber_id, 2, 'payment-page', max(opened_at) from checkouts
         where $2 = 'first' and opened_at between $3::timestamptz - ${BEFORE_PAYMENT} and $3 group by subscriber_id
         union all
         select id, 3, 'registration', registered_at from subscribers
         where $2 = 'first' and coalesce(registered_at, '-infinity'::timestamptz) between $3::timestamptz - ${BEFORE_PAYMENT} and $3 and not erased
         union all
         select subscriber_id, 2, 'renewal-due', paid_until from subscriptions
         where $2 = 'renewal' and state in ('active', 'grace') and paid_until between $3::timestamptz - ${AFTER_DUE} and $3::timestamptz + ${BEFORE_DUE}
       ) f
         join subscribers s on s.id = f.id and not s.erased
         left join subscriptions c on c.subscriber_id = s.id
       where f.reason = 'transaction' or not exists (select from named)
         and (f.reason in ('email', 'renewal-due') or coalesce(c.state, 'pending') in ('pending', 'expired', 'revoked'))
       order by s.id, f.rank
     ) candidate
     order by rank, abs(extract(epoch from at - $3::timestamptz)) nulls first, id limit ${LISTED}`,
    [email, event, occurredAt, partner, originalTransactionId],
  );
  return rows.map(({ id, first_name, last_name, email: address, state, reason, at }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    email: address,
    state,
    reason,
    at: at?.toISOString() ?? null,
  }));
};
