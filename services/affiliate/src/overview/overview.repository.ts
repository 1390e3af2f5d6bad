import { OFFER_CURRENCY } from 'contracts/offer';
import type { Overview, OverviewFigures } from 'contracts/overview';
import type { Postgres } from 'service-kit/postgres';
import type { Period } from './period.ts';

const ROWS = 200;
/** Figures that are counted whatever the currency, in the order of the response. */
const COUNTS = ['visits', 'clicks', 'registrations', 'paid', 'renewals', 'refunds'] as const;
/** Of rows of one currency; a sum exceeds an integer from 21 million euros. */
const SUMS = [...COUNTS, 'revenue_cents'].map((column) => `sum(${column})::bigint as ${column}`).join(', ');
/** Of sums by currency. */
const FIGURES = `${COUNTS.map((column) => `coalesce(sum(${column}), 0)::bigint as ${column}`).join(', ')},
  coalesce(sum(revenue_cents) filter (where currency = '${OFFER_CURRENCY}'), 0)::bigint as revenue_cents,
  jsonb_agg(jsonb_build_object('currency', currency, 'cents', revenue_cents) order by currency) filter (where currency <> '${OFFER_CURRENCY}' and revenue_cents <> 0) as other_revenue`;
const NONE = [...COUNTS, 'revenue_cents'].map((column) => `0 as ${column}`).join(', ') + ', null as currency';

type FiguresRow<Row> = Omit<Row, 'other_revenue'> & {
  other_revenue: NonNullable<OverviewFigures['other_revenue']> | null;
};

const shown = <Row>({ other_revenue, ...row }: FiguresRow<Row>) => ({
  ...row,
  ...(other_revenue === null ? {} : { other_revenue }),
});

/** $1: the affiliate that is credited, null for all; $2 and $3: first and last day. Rows whose facts have all moved elsewhere count nothing. */
const CREDITED = `($1::uuid is null or affiliate_id = $1)
  and (${[...COUNTS, 'revenue_cents'].join(', ')}) <> (${[...COUNTS, 'revenue_cents'].map(() => 0).join(', ')})`;
const OF_PERIOD = `${CREDITED} and day between $2::date and $3::date`;

/** The first of the first month that begins in the period, and of the month in which the day after it lies: between them, months are read. */
const MONTHS_FROM = "date_trunc('month', $2::date::timestamp + interval '1 month' - interval '1 day')::date";
const MONTHS_TO = "date_trunc('month', ($3::date + 1)::timestamp)::date";
const MODELS_OF_PERIOD = `
  select model_slug, currency, ${[...COUNTS, 'revenue_cents'].join(', ')} from model_figures
  where grain = 'month' and day >= ${MONTHS_FROM} and day < ${MONTHS_TO} and ${CREDITED}
  union all
  select model_slug, currency, ${[...COUNTS, 'revenue_cents'].join(', ')} from model_figures
  where grain = 'day' and ${OF_PERIOD} and day < ${MONTHS_FROM}
  union all
  select model_slug, currency, ${[...COUNTS, 'revenue_cents'].join(', ')} from model_figures
  where grain = 'day' and ${OF_PERIOD} and day >= greatest(${MONTHS_TO}, ${MONTHS_FROM})`;

/** Figures of periods, from the sums by day and month (ADR 0068). @param affiliateId whose figures: what is credited to it; null: everything */
export const createOverviewRepository = (postgres: Pick<Postgres, 'query'>) => ({
  totals: async (affiliateId: string | null, { from, to }: Period): Promise<OverviewFigures> => {
    const { rows } = await postgres.query<FiguresRow<OverviewFigures>>(
      `select ${FIGURES} from (select currency, ${SUMS} from day_figures where ${OF_PERIOD} group by currency) by_currency`,
      [affiliateId, from, to],
    );
    return rows.map(shown)[0] as OverviewFigures;
  },

  series: async (affiliateId: string | null, { from, to }: Period): Promise<Overview['series']> => {
    const { rows } = await postgres.query<FiguresRow<Overview['series'][number]>>(
      `select to_char(day, 'YYYY-MM-DD') as day, ${FIGURES} from (
         select day, ${SUMS}, currency from day_figures where ${OF_PERIOD} group by day, currency
         union all
         select day::date, ${NONE} from generate_series($2::date, $3::date, interval '1 day') as day
       ) by_currency group by day order by day`,
      [affiliateId, from, to],
    );
    return rows.map(shown);
  },

  byAffiliate: async ({ from, to }: Period): Promise<Overview['affiliates']> => {
    const { rows } = await postgres.query<FiguresRow<Overview['affiliates'][number]>>(
      `select a.slug, case when figures.affiliate_id is null then 'Sans affilié' else coalesce(a.name, 'Affilié supprimé') end as name, ${COUNTS.join(', ')}, revenue_cents, other_revenue
       from (
         select affiliate_id, ${FIGURES}
         from (select affiliate_id, currency, ${SUMS} from day_figures where ${OF_PERIOD} group by affiliate_id, currency) by_currency
         group by affiliate_id
       ) figures
       left join affiliates a on a.id = figures.affiliate_id
       order by revenue_cents desc, registrations desc, name limit ${ROWS}`,
      [null, from, to],
    );
    return rows.map(shown);
  },

  /** A model stands under the slug that it has now. Only those that are listed are looked up by their slug. */
  byModel: async (affiliateId: string | null, { from, to }: Period): Promise<Overview['models']> => {
    const { rows } = await postgres.query<FiguresRow<Overview['models'][number]>>(
      `with former as (
         select distinct on (former) former, m.slug
         from models m cross join unnest(m.previous_slugs) former
         where m.previous_slugs <> '{}'
         order by former, m.is_deleted
       ), listed as (
         select slug, ${FIGURES}
         from (
           select case when former.slug is null or (select true from models where slug = model_slug limit 1) then model_slug else former.slug end as slug,
             currency, ${SUMS}
           from (select model_slug, currency, ${SUMS} from (${MODELS_OF_PERIOD}) figures group by model_slug, currency) by_slug
           left join former on former.former = model_slug
           group by 1, currency
         ) by_currency
         group by slug order by revenue_cents desc, registrations desc, slug limit ${ROWS}
       )
       select listed.slug, coalesce(nullif(m.name, ''), listed.slug) as name, ${COUNTS.join(', ')}, revenue_cents, other_revenue
       from listed
       left join lateral (select name from models where slug = listed.slug order by is_deleted limit 1) m on true
       order by revenue_cents desc, registrations desc, name`,
      [affiliateId, from, to],
    );
    return rows.map(shown);
  },

  activeSubscribers: async (affiliateId: string | null): Promise<number> => {
    const { rows } =
      affiliateId === null
        ? await postgres.query<{ count: number }>(
            'select count(*) as count from subscriptions where paid_until > now()',
          )
        : await postgres.query<{ count: number }>(
            `select count(*) as count from subscriptions s join registrations r using (subscriber_id)
             where s.paid_until > now() and r.affiliate_id = $1`,
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
