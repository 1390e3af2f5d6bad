import type { CommissionBalance } from 'contracts/commissions';
import type { Postgres } from 'service-kit/postgres';

export interface StoredBalance extends CommissionBalance {
  affiliate_id: string;
  /** Empty where it was deleted. */
  slug: string;
  name: string;
  in_batch_cents: number;
}

const BALANCES = `
  select b.affiliate_id, coalesce(a.slug, '') as slug, coalesce(a.name, 'Affilié supprimé') as name, b.currency, b.held_cents, b.due_cents, b.paid_cents,
    coalesce(o.in_batch_cents, 0)::bigint as in_batch_cents
  from (
    select affiliate_id, currency,
      coalesce(sum(amount_cents) filter (where kind <> 'payout' and available_at > now()), 0)::bigint as held_cents,
      coalesce(sum(amount_cents) filter (where kind = 'payout' or available_at <= now()), 0)::bigint as due_cents,
      coalesce(-sum(amount_cents) filter (where kind = 'payout'), 0)::bigint as paid_cents
    from commission_entries where ($1::uuid is null or affiliate_id = $1) group by affiliate_id, currency
  ) b
  left join affiliates a on a.id = b.affiliate_id
  left join (
    select s.affiliate_id, s.currency, sum(s.amount_cents) as in_batch_cents
    from payout_statements s join payout_batches p on p.id = s.batch_id where p.paid_at is null and p.cancelled_at is null
    group by s.affiliate_id, s.currency
  ) o on o.affiliate_id = b.affiliate_id and o.currency = b.currency
  where (b.held_cents, b.due_cents, b.paid_cents) <> (0, 0, 0)
  order by b.due_cents desc, name, b.currency`;

/** Sums of what affiliates earned: held, due and paid (docs/domain.md#payouts). */
export const createBalanceRepository = (postgres: Pick<Postgres, 'query'>) => ({
  /** @param affiliateId null: of all */
  balances: async (affiliateId: string | null): Promise<StoredBalance[]> =>
    (await postgres.query<StoredBalance>(BALANCES, [affiliateId])).rows,
});
export type BalanceRepository = ReturnType<typeof createBalanceRepository>;
