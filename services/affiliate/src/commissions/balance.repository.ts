import type { CommissionBalance } from 'contracts/commissions';
import type { Postgres, Queryable } from 'service-kit/postgres';

export interface StoredBalance extends CommissionBalance {
  affiliate_id: string;
  /** Empty for a deleted affiliate. */
  slug: string;
  name: string;
  in_batch_cents: number;
}

const TODAY = "(now() at time zone 'utc')::date";
const THIS_MONTH = "date_trunc('month', now() at time zone 'utc')::date";
/** Sums of the months before and after the current one, of this month's days, and the entries that become available today. */
const PARTS = `
  select affiliate_id, currency, day > ${TODAY} as is_held, earned_cents, paid_cents from commission_balances
  where ($1::uuid is null or affiliate_id = $1)
    and (grain = 'month' and day <> ${THIS_MONTH} or grain = 'day' and day <> ${TODAY} and date_trunc('month', day::timestamp)::date = ${THIS_MONTH})
  union all
  select affiliate_id, currency, available_at > now(), case when kind <> 'payout' then amount_cents else 0 end, case when kind = 'payout' then -amount_cents else 0 end
  from commission_entries
  where ($1::uuid is null or affiliate_id = $1)
    and available_at >= ${TODAY}::timestamp at time zone 'utc' and available_at < (${TODAY} + 1)::timestamp at time zone 'utc'`;
const BALANCES = `
  select b.affiliate_id, coalesce(a.slug, '') as slug, coalesce(a.name, 'Affilié supprimé') as name, b.currency, b.held_cents, b.due_cents, b.paid_cents,
    coalesce(o.in_batch_cents, 0)::bigint as in_batch_cents
  from (
    select affiliate_id, currency,
      coalesce(sum(earned_cents) filter (where is_held), 0)::bigint as held_cents,
      (coalesce(sum(earned_cents) filter (where not is_held), 0) - sum(paid_cents))::bigint as due_cents,
      sum(paid_cents)::bigint as paid_cents
    from (${PARTS}) parts group by affiliate_id, currency
  ) b
  left join affiliates a on a.id = b.affiliate_id
  left join (
    select s.affiliate_id, s.currency, sum(s.amount_cents) as in_batch_cents
    from payout_statements s join payout_batches p on p.id = s.batch_id where p.paid_at is null and p.cancelled_at is null
    group by s.affiliate_id, s.currency
  ) o on o.affiliate_id = b.affiliate_id and o.currency = b.currency
  where (b.held_cents, b.due_cents, b.paid_cents) <> (0, 0, 0)
  order by b.due_cents desc, name, b.currency`;

/** Reads the sums of affiliates' earnings: held, due and paid (docs/domain.md#payouts). */
export const createBalanceRepository = (postgres: Pick<Postgres, 'query'>) => ({
  /** @param affiliateId null: all affiliates */
  balances: async (
    affiliateId: string | null,
    client: Queryable | Pick<Postgres, 'query'> = postgres,
  ): Promise<StoredBalance[]> => (await client.query<StoredBalance>(BALANCES, [affiliateId])).rows,
});
export type BalanceRepository = ReturnType<typeof createBalanceRepository>;
