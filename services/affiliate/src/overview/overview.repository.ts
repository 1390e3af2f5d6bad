import { OVERVIEW_ROWS } from 'contracts/limits';
import { OFFER_CURRENCY } from 'contracts/offer';
import { OTHER_SOURCES, SOURCE_LENGTH } from 'contracts/overview';
import type { ModelFigures, Overview, OverviewFigures } from 'contracts/overview';
import type { Postgres } from 'service-kit/postgres';
import type { Period } from './period.ts';

/** Number of sources with a row of their own; the rest are summed in one row. */
const MAX_SOURCES = 50;
/** Figures that are counted whatever the currency, in the order of the response. */
const COUNTS = ['visits', 'clicks', 'registrations', 'paid', 'renewals', 'refunds'] as const;
/** Figures of the tables of sums. */
export const COLUMNS = [...COUNTS, 'revenue_cents', 'earnings_cents', 'clawback_cents'] as const;
/** Sums of rows of one currency; a sum exceeds an integer from 21 million euros. */
const SUMS = COLUMNS.map((column) => `sum(${column})::bigint as ${column}`).join(', ');
const inOffer = (column: string): string =>
  `coalesce(sum(${column}) filter (where currency = '${OFFER_CURRENCY}'), 0)::bigint as ${column}`;
const inOthers = (column: string, name: string): string =>
  `jsonb_agg(jsonb_build_object('currency', currency, 'cents', ${column}) order by currency) filter (where currency <> '${OFFER_CURRENCY}' and ${column} <> 0) as ${name}`;
/** Figures of sums by currency. */
const FIGURES = [
  ...COUNTS.map((column) => `coalesce(sum(${column}), 0)::bigint as ${column}`),
  inOffer('revenue_cents'),
  inOffer('earnings_cents'),
  inOffer('clawback_cents'),
  inOthers('revenue_cents', 'other_revenue'),
  inOthers('earnings_cents', 'other_earnings'),
  inOthers('clawback_cents', 'other_clawbacks'),
].join(', ');
const SHOWN = [...COLUMNS, 'other_revenue', 'other_earnings', 'other_clawbacks'].join(', ');
const NONE = COLUMNS.map((column) => `0 as ${column}`).join(', ') + ', null as currency';

type OtherAmounts = 'other_revenue' | 'other_earnings' | 'other_clawbacks';
type FiguresRow<Row> = Omit<Row, OtherAmounts> & {
  [Name in OtherAmounts]: NonNullable<OverviewFigures[Name]> | null;
};

const figuresOf = <Row>({ other_revenue, other_earnings, other_clawbacks, ...row }: FiguresRow<Row>) => ({
  ...row,
  ...(other_revenue === null ? {} : { other_revenue }),
  ...(other_earnings === null ? {} : { other_earnings }),
  ...(other_clawbacks === null ? {} : { other_clawbacks }),
});

/** Affiliate and part of the figures: one model by its present slug, or one source (sub1). */
export interface OverviewScope {
  /** Credited; null: all. */
  affiliateId: string | null;
  part?: { model: string } | { source: string } | undefined;
}

/** $1: the affiliate that is credited, null for all; $2 and $3: first and last day. Rows whose facts have all moved elsewhere count nothing. */
const CREDITED = '($1::uuid is null or affiliate_id = $1)';
const COUNTS_ANYTHING = `(${COLUMNS.join(', ')}) <> (${COLUMNS.map(() => 0).join(', ')})`;
const OF_PERIOD = `${CREDITED} and ${COUNTS_ANYTHING} and day between $2::date and $3::date`;

/** Range of the months that are read: from the beginning of a month nearest to the first day, to the one nearest to the day after the last. */
const MONTHS_FROM = "date_trunc('month', $2::date::timestamp + interval '15 days')::date";
const MONTHS_TO = "date_trunc('month', ($3::date + 1)::timestamp + interval '15 days')::date";
/**
 * Rows whose sums are those of a period, in few reads: its months, the days that they lack, and with the opposite sign the days
 * that they have beyond it.
 * @param keys columns to group by
 * @param figures SQL by name
 * @param where condition of the rows
 * @param from months from which on they are read of this table
 */
const ofPeriod = (
  table: 'model_figures' | 'source_figures',
  keys: string,
  figures: Readonly<Record<string, string>>,
  where = 'true',
  from = MONTHS_FROM,
): string => {
  const rows = (sign: '' | '-', grain: 'day' | 'month', days: string) =>
    `select ${keys}, ${Object.entries(figures)
      .map(([name, sql]) => `${sign}(${sql}) as ${name}`)
      .join(', ')} from ${table} where grain = '${grain}' and ${days} and ${CREDITED} and ${where}`;
  return [
    rows('', 'month', `day >= ${from} and day < ${MONTHS_TO}`),
    rows('', 'day', `day >= $2::date and day < ${MONTHS_FROM}`),
    rows('', 'day', `day >= ${MONTHS_TO} and day <= $3::date`),
    rows('-', 'day', `day >= ${MONTHS_FROM} and day < $2::date`),
    rows('-', 'day', `day > $3::date and day < ${MONTHS_TO}`),
  ].join(' union all ');
};
const ALL_FIGURES = Object.fromEntries(COLUMNS.map((column) => [column, column]));

/** Sums by which models are ranked; `facts` is above zero where anything is counted (clawbacks are negative). */
const RANKED_BY = {
  revenue_cents: `case when currency = '${OFFER_CURRENCY}' then revenue_cents else 0 end`,
  registrations: 'registrations',
  facts: `${COUNTS.join(' + ')} - clawback_cents`,
};
const RANK_SUMS = Object.keys(RANKED_BY)
  .map((name) => `total(${name}) as ${name}`)
  .join(', ');
/** All models fit into memory while they are ranked; the server would compile the query for longer than it runs. */
const RANK_SETTINGS = `
  select set_config('work_mem', '16MB', true), set_config('jit', 'off', true), coalesce(ranked_until(), '-infinity')::text as until`;
/** $4: the first of the months that have no ranks of their own: of these the figures are read. */
const RANKS = `
  select model_slug, ${Object.keys(RANKED_BY).join(', ')} from model_ranks
  where month >= ${MONTHS_FROM} and month < least(${MONTHS_TO}, $4::date) and ${CREDITED}
  union all
  ${ofPeriod('model_figures', 'model_slug', RANKED_BY, 'true', `greatest(${MONTHS_FROM}, $4::date)`)}`;

/** Former slugs, each with the slug of its model now. */
const FORMER = `
  select distinct on (former) former, m.slug
  from models m cross join unnest(m.previous_slugs) former
  where m.previous_slugs <> '{}'
  order by former, m.is_deleted`;
/** The slug in a parameter, and those under which its model was before, unless another model has them. */
const slugsOf = (parameter: `$${number}`): string => `
  select ${parameter}::text union all select former from (${FORMER}) former
  where former.slug = ${parameter} and not exists (select from models where slug = former.former)`;

/** The rows of sums by day that a scope reads, and what they need beside the period. */
const sumsOf = ({ affiliateId, part }: OverviewScope, { from, to }: Period): { rows: string; values: unknown[] } => {
  const values = [affiliateId, from, to];
  if (!part) return { rows: `day_figures where ${OF_PERIOD}`, values };
  if ('source' in part)
    return {
      rows: `source_figures where grain = 'day' and source = $4 and ${OF_PERIOD}`,
      values: [...values, part.source],
    };
  return {
    rows: `model_figures where grain = 'day' and model_slug in (${slugsOf('$4')}) and ${OF_PERIOD}`,
    values: [...values, part.model],
  };
};

/** People with access: those whose access ends on a later day in UTC, and those whose access ends today and has not ended. */
const ACTIVE = `
  select (
    (select coalesce(sum(people), 0) from access_ends where day > (now() at time zone 'utc')::date)
    + (select count(*) from subscriptions where paid_until > now() and paid_until < ((now() at time zone 'utc')::date + 1)::timestamp at time zone 'utc')
  )::bigint as count`;

export const createOverviewRepository = (postgres: Pick<Postgres, 'query' | 'transaction'>) => ({
  /** Totals of a period and its days, from one read of its sums. */
  figures: async (scope: OverviewScope, period: Period): Promise<Pick<Overview, 'totals' | 'series'>> => {
    const { rows: sums, values } = sumsOf(scope, period);
    const { rows } = await postgres.query<FiguresRow<OverviewFigures & { day: string | null }>>(
      `select to_char(day, 'YYYY-MM-DD') as day, ${FIGURES} from (
         select day, ${SUMS}, currency from ${sums} group by grouping sets ((day, currency), (currency))
         union all
         select day::date, ${NONE} from generate_series($2::date, $3::date, interval '1 day') as day
         union all
         select null, ${NONE}
       ) by_currency group by day order by day nulls first`,
      values,
    );
    const [{ day: _none, ...totals }, ...series] = rows.map(figuresOf) as [
      OverviewFigures & { day: null },
      ...Overview['series'],
    ];
    return { totals, series };
  },

  /** Returns the first day with figures of the platform or of one affiliate; null without any. */
  firstDay: async (affiliateId: string | null): Promise<string | null> => {
    const { rows } = await postgres.query<{ day: string | null }>(
      `select to_char(min(day), 'YYYY-MM-DD') as day from day_figures where ${COUNTS_ANYTHING} ${affiliateId === null ? '' : 'and affiliate_id = $1'}`,
      affiliateId === null ? [] : [affiliateId],
    );
    return rows[0]?.day ?? null;
  },

  byAffiliate: async ({ from, to }: Period): Promise<Overview['affiliates']> => {
    const { rows } = await postgres.query<FiguresRow<Overview['affiliates'][number]>>(
      `select a.slug, case when figures.affiliate_id is null then 'Sans affilié' else coalesce(a.name, 'Affilié supprimé') end as name, ${SHOWN}
       from (
         select affiliate_id, ${FIGURES}
         from (select affiliate_id, currency, ${SUMS} from day_figures where ${OF_PERIOD} group by affiliate_id, currency) by_currency
         group by affiliate_id
       ) figures
       left join affiliates a on a.id = figures.affiliate_id
       order by revenue_cents desc, registrations desc, name limit ${OVERVIEW_ROWS}`,
      [null, from, to],
    );
    return rows.map(figuresOf);
  },

  /**
   * Returns the figures of the best models, each under its current slug. `offset 0` makes PostgreSQL read the figures of the listed
   * models alone, by their slugs.
   */
  byModel: async (affiliateId: string | null, { from, to }: Period): Promise<Overview['models']> => {
    const { rows } = await postgres.transaction(async (client) => {
      const { rows: settings } = await client.query<{ until: string }>(RANK_SETTINGS);
      return client.query<FiguresRow<Overview['models'][number]>>(
        `with former as (${FORMER}), ranked as materialized (
         select case when former.slug is null or (select true from models where slug = model_slug limit 1) then model_slug else former.slug end as slug, ranks.*
         from (select model_slug, ${RANK_SUMS} from (${RANKS}) months group by model_slug) ranks
         left join former on former.former = model_slug
       ), listed as (
         select slug from ranked group by slug having total(facts) > 0
         order by total(revenue_cents) desc, total(registrations) desc, slug limit ${OVERVIEW_ROWS}
       )
       select figures.slug, coalesce(nullif(m.name, ''), figures.slug) as name, ${SHOWN}
       from (
         select slug, ${FIGURES}
         from (
           select slug, currency, ${SUMS}
           from listed join (select slug, model_slug from ranked) names using (slug)
           cross join lateral (${ofPeriod('model_figures', 'currency', ALL_FIGURES, 'model_slug = names.model_slug')} offset 0) rows
           group by slug, currency
         ) by_currency
         group by slug
       ) figures
       left join lateral (select name from models where slug = figures.slug order by is_deleted limit 1) m on true
       order by revenue_cents desc, registrations desc, name`,
        [affiliateId, from, to, settings[0]?.until],
      );
    });
    return rows.map(figuresOf);
  },

  /** Returns the figures of each of these models, by the slug that it has now; a row for each slug. */
  ofModels: async (affiliateId: string | null, { from, to }: Period, slugs: string[]): Promise<ModelFigures[]> => {
    const { rows } = await postgres.query<FiguresRow<ModelFigures>>(
      `with former as (${FORMER}), counted as (
         select slug as model_slug, slug from unnest($4::text[]) slug
         union all
         select former.former, former.slug from former
         where former.slug = any($4) and not exists (select from models where slug = former.former)
       )
       select slug, ${FIGURES}
       from (
         select slug, currency, ${SUMS}
         from counted left join (${ofPeriod('model_figures', 'model_slug, currency', ALL_FIGURES)}) figures using (model_slug) group by slug, currency
       ) by_currency
       group by slug order by array_position($4, slug)`,
      [affiliateId, from, to, slugs],
    );
    return rows.map(figuresOf);
  },

  /**
   * Returns the figures of each sub1; the rest of the list stands under null.
   * @param least visits or registrations from which a source is named
   */
  bySource: async (affiliateId: string | null, { from, to }: Period, least: number): Promise<Overview['sources']> => {
    const { rows } = await postgres.query<Overview['sources'][number]>(
      `with by_source as (
         select source, ${SUMS} from (${ofPeriod('source_figures', 'source', ALL_FIGURES)}) figures group by source
         having (${COLUMNS.map((column) => `sum(${column})`).join(', ')}) <> (${COLUMNS.map(() => 0).join(', ')})
       ), ranked as (
         select *, greatest(visits, registrations) >= $4 and source <> '${OTHER_SOURCES}' as is_named,
           row_number() over (order by greatest(visits, registrations) >= $4 and source <> '${OTHER_SOURCES}' desc,
             paid desc, registrations desc, visits desc, source) as place
         from by_source
       )
       select case when is_named and place <= ${MAX_SOURCES} then source end as source,
         sum(visits)::bigint as visits, sum(clicks)::bigint as clicks, sum(registrations)::bigint as registrations, sum(paid)::bigint as paid
       from ranked group by 1 order by min(case when is_named and place <= ${MAX_SOURCES} then place end)`,
      [affiliateId, from, to, least],
    );
    return rows;
  },

  activeSubscribers: async ({ affiliateId, part }: OverviewScope): Promise<number> => {
    if (affiliateId === null && !part) return (await postgres.query<{ count: number }>(ACTIVE)).rows[0]?.count ?? 0;
    const conditions = ['s.paid_until > now()'];
    const values: unknown[] = [];
    if (affiliateId !== null) conditions.push(`r.affiliate_id = $${values.push(affiliateId)}`);
    if (part && 'source' in part)
      conditions.push(`r.click_id <> '' and left(r.click_id, ${SOURCE_LENGTH}) = $${values.push(part.source)}`);
    if (part && 'model' in part) conditions.push(`r.model_slug in (${slugsOf(`$${values.push(part.model)}`)})`);
    const { rows } = await postgres.query<{ count: number }>(
      `select count(*) as count from subscriptions s join registrations r using (subscriber_id)
       where ${conditions.join(' and ')}`,
      values,
    );
    return rows[0]?.count ?? 0;
  },
});
export type OverviewRepository = ReturnType<typeof createOverviewRepository>;
