import { LIVE_TIME_ZONE } from 'contracts/limits';
import type { Overview, OverviewFigures } from 'contracts/overview';
import type { Postgres } from 'service-kit/postgres';
import type { Period } from './period.ts';

const ROWS = 200;
const SUMS =
  'coalesce(sum(registrations), 0)::int as registrations, coalesce(sum(paid), 0)::int as paid, coalesce(sum(refunds), 0)::int as refunds, coalesce(sum(revenue_cents), 0)::int as revenue_cents';
const NONE = '0 as registrations, 0 as paid, 0 as refunds, 0 as revenue_cents';
/** $1: the affiliate that is credited, null for all; $2 and $3: first and last day. */
const OF_PERIOD = `
  ($1::uuid is null or affiliate_id = $1)
  and at >= $2::date::timestamp at time zone '${LIVE_TIME_ZONE}' and at < ($3::date + 1)::timestamp at time zone '${LIVE_TIME_ZONE}'`;

/** @param affiliateId whose figures: what is credited to it; null: everything */
export const createOverviewRepository = (postgres: Pick<Postgres, 'query'>) => ({
  totals: async (affiliateId: string | null, { from, to }: Period): Promise<OverviewFigures> =>
    (await postgres.query<OverviewFigures>(`select ${SUMS} from movements where ${OF_PERIOD}`, [affiliateId, from, to]))
      .rows[0] as OverviewFigures,

  series: async (affiliateId: string | null, { from, to }: Period): Promise<Overview['series']> => {
    const { rows } = await postgres.query<Overview['series'][number]>(
      `select to_char(day, 'YYYY-MM-DD') as day, ${SUMS} from (
         select (at at time zone '${LIVE_TIME_ZONE}')::date as day, registrations, paid, refunds, revenue_cents from movements where ${OF_PERIOD}
         union all
         select day::date, ${NONE} from generate_series($2::date, $3::date, interval '1 day') as day
       ) movements group by day order by day`,
      [affiliateId, from, to],
    );
    return rows;
  },

  byAffiliate: async ({ from, to }: Period): Promise<Overview['affiliates']> => {
    const { rows } = await postgres.query<Overview['affiliates'][number]>(
      `select a.slug, case when movements.affiliate_id is null then 'Sans affilié' else coalesce(a.name, 'Affilié supprimé') end as name, registrations, paid, refunds, revenue_cents
       from (select affiliate_id, ${SUMS} from movements where ${OF_PERIOD} group by affiliate_id) movements
       left join affiliates a on a.id = movements.affiliate_id
       order by revenue_cents desc, registrations desc, name limit ${ROWS}`,
      [null, from, to],
    );
    return rows;
  },

  /** A model stands under the slug that it has now. */
  byModel: async (affiliateId: string | null, { from, to }: Period): Promise<Overview['models']> => {
    const { rows } = await postgres.query<Overview['models'][number]>(
      `select coalesce(m.slug, model_slug) as slug, coalesce(nullif(max(m.name), ''), coalesce(m.slug, model_slug)) as name, ${SUMS}
       from (select model_slug, ${SUMS} from movements where ${OF_PERIOD} and model_slug <> '' group by model_slug) movements
       left join lateral (
         select slug, name from models where slug = model_slug or model_slug = any(previous_slugs) order by slug = model_slug desc, is_deleted limit 1
       ) m on true
       group by coalesce(m.slug, model_slug) order by revenue_cents desc, registrations desc, name limit ${ROWS}`,
      [affiliateId, from, to],
    );
    return rows;
  },

  activeSubscribers: async (affiliateId: string | null): Promise<number> => {
    const { rows } = await postgres.query<{ count: number }>(
      `select count(*)::int as count from subscriptions s left join registrations r using (subscriber_id)
       where s.paid_until > now() and ($1::uuid is null or r.affiliate_id = $1)`,
      [affiliateId],
    );
    return rows[0]?.count ?? 0;
  },

  /** The affiliate's own models, or all. */
  live: async (affiliateId: string | null): Promise<Overview['live']> => {
    const { rows } = await postgres.query<{ slug: string; name: string; since: Date }>(
      `select slug, coalesce(nullif(name, ''), slug) as name, live_changed_at as since from models
       where is_live and not is_deleted and ($1::uuid is null or affiliate_id = $1) order by live_changed_at desc, slug`,
      [affiliateId],
    );
    return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
  },
});
export type OverviewRepository = ReturnType<typeof createOverviewRepository>;
