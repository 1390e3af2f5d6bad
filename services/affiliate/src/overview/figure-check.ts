import { LIVE_TIME_ZONE } from 'contracts/limits';
import { OFFER_CURRENCY } from 'contracts/offer';
import { createDailyCheck } from 'service-kit/daily-check';
import type { Logger } from 'service-kit/logger';
import type { Postgres } from 'service-kit/postgres';
import type { Metrics } from 'service-kit/telemetry';
import { COLUMNS } from './overview.repository.ts';

/** Number of rows logged of each table; the rest are only counted. */
const MAX_LOGGED_ROWS = 10;

/** Facts of a month from $1 on beside its sums: the facts are subtracted, and whatever does not come to zero differs. */
const differenceSql = (keys: string, facts: string, sums: string) => `
  with facts as (
    select (at at time zone '${LIVE_TIME_ZONE}')::date as day, affiliate_id, model_slug, source, currency, ${COLUMNS.join(', ')} from movements
    where at >= $1::date::timestamp at time zone '${LIVE_TIME_ZONE}' and at < ($1::date + interval '1 month') at time zone '${LIVE_TIME_ZONE}'
  )
  select ${keys}, count(*) over ()::int as count from (
    ${facts}
    union all select ${keys}, ${COLUMNS.map((figure) => `-${figure}`).join(', ')} from ${sums}
    where day >= $1::date and day < $1::date + interval '1 month'
  ) both_sides group by ${keys} having ${COLUMNS.map((figure) => `sum(${figure}) <> 0`).join(' or ')} order by ${keys} limit ${MAX_LOGGED_ROWS}`;

/** Facts under each grain of a table of sums. */
const byGrain = (key: 'model_slug' | 'source'): string => {
  const facts = `affiliate_id, ${key}, currency, ${COLUMNS.join(', ')} from facts where ${key} <> ''`;
  return `select 'day' as grain, day, ${facts} union all select 'month', date_trunc('month', day::timestamp)::date, ${facts}`;
};
const RULES = {
  day_figures: differenceSql(
    'day, affiliate_id, currency',
    `select day, affiliate_id, currency, ${COLUMNS.join(', ')} from facts`,
    'day_figures',
  ),
  model_figures: differenceSql(
    'grain, day, affiliate_id, model_slug, currency',
    byGrain('model_slug'),
    'model_figures',
  ),
  source_figures: differenceSql('grain, day, affiliate_id, source, currency', byGrain('source'), 'source_figures'),
  // Beside the months of the figures, which are compared with the facts themselves.
  model_ranks: `
  select month, affiliate_id, model_slug, count(*) over ()::int as count from (
    select day as month, affiliate_id, model_slug, registrations, case when currency = '${OFFER_CURRENCY}' then revenue_cents else 0 end as revenue_cents,
      visits + clicks + registrations + paid + renewals + refunds - clawback_cents as facts
    from model_figures where grain = 'month' and day = $1::date and day < ranked_until()
    union all select month, affiliate_id, model_slug, -registrations, -revenue_cents, -facts from model_ranks where month = $1::date
  ) both_sides group by month, affiliate_id, model_slug having sum(registrations) <> 0 or sum(revenue_cents) <> 0 or sum(facts) <> 0
  order by month, affiliate_id, model_slug limit ${MAX_LOGGED_ROWS}`,
} as const;

/** People by the day on which their access ends, beside their sums. */
const ACCESS = `
  select day, count(*) over ()::int as count from (
    select (paid_until at time zone 'utc')::date as day, count(*) as people from subscriptions where paid_until is not null group by 1
    union all select day, -people from access_ends
  ) both_sides group by day having sum(people) <> 0 order by day limit ${MAX_LOGGED_ROWS}`;

const MONTHS = `select to_char(month, 'YYYY-MM-DD') as month from (
    select min(day) as first, max(day) as last from (
      select min(day) as day from day_figures union all select max(day) from day_figures
      union all select (min(at) at time zone '${LIVE_TIME_ZONE}')::date from movements
      union all select (max(at) at time zone '${LIVE_TIME_ZONE}')::date from movements
    ) days
  ) bounds, generate_series(date_trunc('month', first::timestamp), last::timestamp, interval '1 month') month`;

interface Difference {
  table: keyof typeof RULES | 'access_ends';
  count: number;
  rows: Record<string, unknown>[];
}

interface Dependencies {
  postgres: Postgres;
  logger: Logger;
  metrics?: Metrics | undefined;
}

/** Ranks the models of a month that is over, and compares the sums that the overview reads with the facts that they are made of, daily (ADR 0068). */
export const createFigureCheck = ({ postgres, logger, metrics }: Dependencies) => {
  const check = (): Promise<Difference[]> =>
    postgres.transaction(async (client) => {
      await client.query('set transaction isolation level repeatable read, read only');
      const differences = new Map<Difference['table'], Difference>();
      const note = (table: Difference['table'], rows: readonly { count: number }[]) => {
        if (!rows[0]) return;
        const { count, rows: named } = differences.get(table) ?? { count: 0, rows: [] };
        const differing = rows.map(({ count: _count, ...row }) => row);
        differences.set(table, {
          table,
          count: count + rows[0].count,
          rows: [...named, ...differing].slice(0, MAX_LOGGED_ROWS),
        });
      };
      const { rows: months } = await client.query<{ month: string }>(MONTHS);
      // Month by month: no statement reads all facts.
      for (const { month } of months)
        for (const [table, sql] of Object.entries(RULES) as [keyof typeof RULES, string][])
          note(table, (await client.query<{ count: number }>(sql, [month])).rows);
      note('access_ends', (await client.query<{ count: number }>(ACCESS)).rows);
      return [...differences.values()];
    });

  return {
    check,
    worker: createDailyCheck({
      name: 'figures',
      counts: {
        gauge: 'overview_figure_differences',
        help: 'Rows of sums that differ from their facts at the last check',
        label: 'table',
      },
      check: async () => {
        await postgres.query('select rank_months()');
        const differences = await check();
        for (const difference of differences) logger.error(difference, 'figures differ from their facts');
        return Object.fromEntries([
          ...[...Object.keys(RULES), 'access_ends'].map((table) => [table, 0]),
          ...differences.map(({ table, count }) => [table, count]),
        ]) as Record<Difference['table'], number>;
      },
      postgres,
      metrics,
      logger,
    }),
  };
};
