import { createInvariantCheck } from 'service-kit/invariant-check';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import type { Metrics } from 'service-kit/telemetry';
import { lockSubscriber } from '../credits/lock-subscriber.ts';
import type { CommissionRepository } from './commission.repository.ts';

/** Subscribers settled per round; the next round follows immediately. */
const BATCH_SIZE = 200;

/** Credited payments (p) without a commission. */
const UNCOMMISSIONED = `p.earns_commission and p.affiliate_id is not null and p.kind in ('first', 'renewal')
  and not exists (select from commission_entries e where e.payment_id = p.id and e.affiliate_id = p.affiliate_id and e.rate is not null)`;

/** Queries by rule; each selects the violating ids. */
const RULES = {
  'credited payment without a commission': `select p.id from payments p where ${UNCOMMISSIONED}`,
  'payment that earned less than nothing': `select payment_id as id from commission_entries
    where payment_id is not null group by payment_id, affiliate_id having sum(amount_cents) < 0`,
  'commission without its payment': `select e.id from commission_entries e
    where e.payment_id is not null and not exists (select from payments p where p.id = e.payment_id)`,
  'statement that differs from its entries': `select s.id from payout_statements s
    left join payout_statement_entries l on l.statement_id = s.id left join commission_entries e on e.id = l.entry_id
    group by s.id having coalesce(sum(e.amount_cents), 0) <> s.amount_cents
      or bool_or((e.affiliate_id, e.currency) is distinct from (s.affiliate_id, s.currency))`,
  'unpaid commission that differs from its entry': `select coalesce(u.entry_id, e.id) as id from unpaid_commissions u
    full join (
      select * from commission_entries e where kind <> 'payout' and amount_cents <> 0
        and not exists (select from payout_statement_entries l where l.entry_id = e.id and not l.is_released)
    ) e on e.id = u.entry_id
    where (u.affiliate_id, u.currency, u.amount_cents, u.available_at) is distinct from (e.affiliate_id, e.currency, e.amount_cents, e.available_at)`,
  'balance that differs from its entries': `select affiliate_id as id from (
      select affiliate_id, currency, date_trunc('month', available_at at time zone 'utc')::date as day, amount_cents from commission_entries
      union all select affiliate_id, currency, day, paid_cents - earned_cents from commission_balances where grain = 'month'
    ) both_sides group by affiliate_id, currency, day having sum(amount_cents) <> 0
    union select affiliate_id from (
      select affiliate_id, currency, date_trunc('month', day::timestamp) as day, earned_cents, paid_cents from commission_balances where grain = 'day'
      union all select affiliate_id, currency, day, -earned_cents, -paid_cents from commission_balances where grain = 'month'
    ) grains group by affiliate_id, currency, day having sum(earned_cents) <> 0 or sum(paid_cents) <> 0`,
  'paid statement without its payout': `select s.id from payout_statements s join payout_batches b on b.id = s.batch_id
    left join commission_entries e on e.statement_id = s.id
    where (b.paid_at is not null) <> (e.id is not null) or -e.amount_cents <> s.amount_cents`,
} as const;

const UNSETTLED = `select distinct subscriber_id as id from payments p where ${UNCOMMISSIONED} limit ${BATCH_SIZE}`;

interface Dependencies {
  postgres: Postgres;
  commissions: CommissionRepository;
  logger: Logger;
  metrics?: Metrics | undefined;
}

/** Settles, daily, payments recorded by a replica of a version without commissions, and checks the invariants of the entries. */
export const createCommissionCheck = ({ postgres, commissions, logger, metrics }: Dependencies) => {
  /** @returns whether more subscribers may remain */
  const settle = async (): Promise<boolean> => {
    const { rows } = await postgres.query<{ id: string }>(UNSETTLED);
    for (const { id } of rows)
      await postgres.transaction(async (client) => {
        await lockSubscriber(client, id);
        await commissions.settle(client, id);
      });
    return rows.length === BATCH_SIZE;
  };

  return {
    settle,
    ...createInvariantCheck({
      name: 'commissions',
      gauge: { name: 'commission_violations', help: 'Violations of the commissions’ invariants at the last check' },
      rules: RULES,
      message: 'commission invariant violated',
      prepare: async (signal) => {
        while (await settle()) signal.throwIfAborted();
      },
      postgres,
      metrics,
      logger,
    }),
  };
};
