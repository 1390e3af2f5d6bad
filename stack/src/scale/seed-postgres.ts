import { DEFAULT_LIVE_END, DEFAULT_LIVE_START } from 'contracts/limits';
import { FIRST_MONTH_CENTS, MONTHLY_CENTS } from 'contracts/offer';
import type { DatabaseName } from 'contracts/services';
import pg from 'pg';

/** Amounts to generate; the same seed generates the same rows. */
export interface ScaleSizes {
  models: number;
  subscribers: number;
  payments: number;
  seed: number;
}

/** Number of affiliates that own models in rotation; each tenth model is the platform's. */
export const SCALE_AFFILIATES = 200;
/** Number of months whose commissions are paid out. */
const PAID_MONTHS = 26;
/** Number of values of sub1, of which each tenth subscriber has one. */
const SOURCES = 20;
/** Rows per statement: a progress line about every second, and no transaction of several minutes. */
const BATCH = 50_000;

/**
 * Functions for all statements. Ids derive from the seed, so that the services agree on them: version 3 (RFC 9562). A few models
 * have most subscribers (the cube of a uniform distribution); a subscriber registered 95 to 730 days ago and has paid monthly
 * since.
 */
const helpers = ({ models, subscribers, seed }: ScaleSizes): string => `
  create function pg_temp.part(kind text, n bigint) returns double precision language sql immutable as
    $$ select ('x' || substr(md5('${seed} ' || kind || n), 1, 8))::bit(32)::bigint / 4294967296.0 $$;
  create function pg_temp.id(kind text, n bigint) returns uuid language sql immutable as
    $$ select overlay(overlay(md5('${seed} id ' || kind || n) placing '3' from 13) placing '8' from 17)::uuid $$;
  create function pg_temp.model_of(n bigint) returns bigint language sql immutable as
    $$ select 1 + floor(${models} * power(pg_temp.part('model of', n), 3))::bigint $$;
  create function pg_temp.owner_of(m bigint) returns uuid language sql immutable as
    $$ select case when m % 10 > 0 then pg_temp.id('affiliate', 1 + m % ${SCALE_AFFILIATES}) end $$;
  create function pg_temp.registered(n bigint) returns timestamptz language sql stable as
    $$ select date_trunc('day', now()) - make_interval(days => 95 + floor(635 * pg_temp.part('registered', n))::int) + make_interval(secs => 86399 * pg_temp.part('second', n)) $$;
  create view pg_temp.size as select ${subscribers}::bigint as subscribers;
`;

/** The payment p: its subscriber n, and its number among the subscriber's payments (k, from 0). */
const PAYMENTS = `
  select p, n, k, pg_temp.model_of(n) as m, pg_temp.registered(n) + k * interval '30 days' + interval '10 minutes' as at,
    case when k = 0 then 'first' when k % 3 = 2 and n % 20 = 0 then 'refund' else 'renewal' end as kind
  from (select p, 1 + (p - 1) % subscribers as n, (p - 1) / subscribers as k from generate_series($1::bigint, $2::bigint) p, pg_temp.size) numbered`;
const AMOUNT = `case kind when 'first' then ${FIRST_MONTH_CENTS} when 'renewal' then ${MONTHLY_CENTS} else -${MONTHLY_CENTS} end`;
/** Transaction id at the partner; a refund names the payment before it. */
const TRANSACTION = "'scale-' || p";
const ORIGINAL = "case when kind = 'refund' then 'scale-' || p - subscribers else '' end";
const PAID_UNTIL = "pg_temp.registered(n) + interval '24 months'";
/** Commissions and clawbacks by the service's rules: 30 % of a first payment, 10 % of a renewal, held for 30 days. */
const COMMISSION = `case kind when 'first' then ${FIRST_MONTH_CENTS * 0.3} when 'renewal' then ${MONTHLY_CENTS * 0.1} else -${MONTHLY_CENTS * 0.1} end`;
const RATE = `case kind when 'first' then '{"kind":"percent","basis_points":3000}' when 'renewal' then '{"kind":"percent","basis_points":1000}' end::jsonb`;
const TERMS = `'{"first":{"kind":"percent","basis_points":3000},"renewal":{"kind":"percent","basis_points":1000},"holding_days":30,"minimum_cents":1000}'`;
/** The month b months ago, whose batch contains the entries that became available in it. */
const MONTH = "date_trunc('month', now()) - make_interval(months => b::int)";
const OF_MONTH = `commission_entries e join affiliates a on a.id = e.affiliate_id and a.slug like 'scale-studio-%'
  where e.kind <> 'payout' and e.available_at >= ${MONTH} and e.available_at < ${MONTH} + interval '1 month'`;
/** Statements of an earlier run, not those of the demo data. */
const OWN_STATEMENTS = `(select id from payout_statements where affiliate_slug like 'scale-studio-%') own`;
/** Default schedule of a model. */
const LIVE_RULE = `'${DEFAULT_LIVE_START}-${DEFAULT_LIVE_END}'`;
const SUBSCRIBER_MAIL = "'abonne-' || n || '@scale.example'";

interface Step {
  table: string;
  of: 'models' | 'subscribers' | 'payments' | 'affiliates' | 'months';
  /** Inserts the rows with numbers $1 to $2; existing rows are unchanged. */
  sql: string;
}
const each = (name: string) => `from generate_series($1::bigint, $2::bigint) ${name}`;

const STEPS: Partial<Record<DatabaseName, Step[]>> = {
  identity: [
    {
      table: 'models',
      of: 'models',
      sql: `insert into models (id, slug, affiliate_id, email_from_name, email_from_email, revision, live_rule)
        select pg_temp.id('model', m), 'scale-' || m, pg_temp.owner_of(m), '', '', 1, ${LIVE_RULE} ${each('m')} on conflict do nothing`,
    },
    {
      table: 'subscribers',
      of: 'subscribers',
      // The hash matches no password, so none of these can log in.
      sql: `insert into subscribers (id, email, first_name, last_name, username, password_hash, model_id, click_id, affiliate, pixel_id, welcomed_at, created_at, attributed_affiliate_id, attribution_reason)
        select pg_temp.id('subscriber', n), ${SUBSCRIBER_MAIL}, 'Abonné', n::text, 'abonne-' || n, '!', pg_temp.id('model', pg_temp.model_of(n)), '', '', '',
          pg_temp.registered(n), pg_temp.registered(n), pg_temp.owner_of(pg_temp.model_of(n)), case when pg_temp.model_of(n) % 10 > 0 then 'model-owner' else 'none' end
        ${each('n')} on conflict do nothing`,
    },
  ],
  media: [
    {
      table: 'models',
      of: 'models',
      sql: `insert into models (id, slug, affiliate_id, revision) select pg_temp.id('model', m), 'scale-' || m, pg_temp.owner_of(m), 1 ${each('m')} on conflict do nothing`,
    },
    {
      table: 'entitlements',
      of: 'subscribers',
      sql: `insert into entitlements (subscriber_id, paid_until, revision)
        select pg_temp.id('subscriber', n)::text, ${PAID_UNTIL}, 1 ${each('n')} on conflict do nothing`,
    },
  ],
  affiliate: [
    {
      table: 'affiliates',
      of: 'affiliates',
      sql: `insert into affiliates (id, name, slug, password_hash, password_length, adexico_base_url, adexico_source_id, email_from_name, email_from_email, telegram_link, is_active, is_suspended)
        select pg_temp.id('affiliate', a), 'Studio ' || a, 'scale-studio-' || a, '!', 12, 'https://pay.example/offer', '', '', '', '', true, false ${each('a')} on conflict do nothing`,
    },
    {
      table: 'models',
      of: 'models',
      sql: `insert into models (id, slug, affiliate_id, revision, name, live_rule, live_rule_changed_at)
        select pg_temp.id('model', m), 'scale-' || m, pg_temp.owner_of(m), 1, 'Modèle ' || m, ${LIVE_RULE}, now() - interval '1 day' ${each('m')} on conflict do nothing`,
    },
    {
      table: 'registrations',
      of: 'subscribers',
      sql: `insert into registrations (subscriber_id, affiliate_id, model_slug, click_id, pixel_id, registered_at, attribution_reason)
        select pg_temp.id('subscriber', n), pg_temp.owner_of(pg_temp.model_of(n)), 'scale-' || pg_temp.model_of(n), case when n % 10 = 0 then 'source-' || mod(n / 10, ${SOURCES}) else '' end, '', pg_temp.registered(n), 'model-owner' ${each('n')} on conflict do nothing`,
    },
    {
      table: 'visits',
      of: 'subscribers',
      sql: `insert into visits (day, affiliate_id, model_slug, source, visits, clicks)
        select pg_temp.registered(n)::date, pg_temp.owner_of(pg_temp.model_of(n)), '', 'source-' || mod(n / 10, ${SOURCES}), 200, 190 ${each('n')} where n % 10 = 0 on conflict do nothing`,
    },
    {
      table: 'commission_terms',
      of: 'affiliates',
      sql: `insert into commission_terms (id, affiliate_id, terms, effective_from)
        select pg_temp.id('terms', a), pg_temp.id('affiliate', a), ${TERMS}, now() - interval '3 years' ${each('a')} on conflict do nothing`,
    },
    {
      table: 'subscriptions',
      of: 'subscribers',
      sql: `insert into subscriptions (subscriber_id, paid_until, revision) select pg_temp.id('subscriber', n), ${PAID_UNTIL}, 1 ${each('n')} on conflict do nothing`,
    },
    {
      table: 'payments',
      of: 'payments',
      sql: `insert into payments (id, subscriber_id, affiliate_id, amount_cents, currency, kind, model_slug, recorded_at, is_attributed, refunded_id)
        select pg_temp.id('payment', p)::text, pg_temp.id('subscriber', n), pg_temp.owner_of(m), ${AMOUNT}, 'EUR', kind, 'scale-' || m, at, true,
          case when kind = 'refund' then pg_temp.id('payment', p - subscribers)::text end
        from (${PAYMENTS}) payments, pg_temp.size on conflict do nothing`,
    },
    {
      table: 'commission_entries',
      of: 'payments',
      sql: `insert into commission_entries (id, affiliate_id, kind, payment_id, cause_id, rate, amount_cents, currency, occurred_at, available_at)
        select pg_temp.id('commission', p), pg_temp.owner_of(m), case when kind = 'refund' then 'clawback' else 'commission' end,
          pg_temp.id('payment', case when kind = 'refund' then p - subscribers else p end)::text, pg_temp.id('payment', p)::text, ${RATE}, ${COMMISSION}, 'EUR', at,
          at + case when kind = 'refund' then interval '0' else interval '30 days' end
        from (${PAYMENTS}) payments, pg_temp.size where pg_temp.owner_of(m) is not null on conflict do nothing`,
    },
    {
      table: 'payout_batches',
      of: 'months',
      sql: `insert into payout_batches (id, created_at, paid_at, reference)
        select pg_temp.id('batch', b), ${MONTH} + interval '1 month', ${MONTH} + interval '1 month 1 hour', 'scale-' || b ${each('b')}
        where not exists (select from payout_batches where reference like 'scale-%') order by b desc`,
    },
    {
      table: 'payout_statements',
      of: 'months',
      sql: `insert into payout_statements (id, batch_id, affiliate_id, affiliate_slug, affiliate_name, currency, amount_cents)
        select pg_temp.id('statement ' || e.affiliate_id, b), pg_temp.id('batch', b), e.affiliate_id, a.slug, a.name, e.currency, sum(e.amount_cents)
        ${each('b')}, ${OF_MONTH} and not exists (select from ${OWN_STATEMENTS})
        group by b, e.affiliate_id, a.slug, a.name, e.currency having sum(e.amount_cents) > 0`,
    },
    {
      table: 'payout_statement_entries',
      of: 'months',
      sql: `insert into payout_statement_entries (statement_id, entry_id)
        select s.id, e.id ${each('b')}, payout_statements s, ${OF_MONTH} and s.id = pg_temp.id('statement ' || e.affiliate_id, b)
        and not exists (select from ${OWN_STATEMENTS} join payout_statement_entries l on l.statement_id = own.id) on conflict do nothing`,
    },
    {
      table: 'commission_entries',
      of: 'months',
      sql: `insert into commission_entries (id, affiliate_id, kind, statement_id, amount_cents, currency, occurred_at, available_at)
        select pg_temp.id('payout ' || s.affiliate_id, b), s.affiliate_id, 'payout', s.id, -s.amount_cents, s.currency, p.paid_at, p.paid_at
        ${each('b')}, payout_batches p join payout_statements s on s.batch_id = p.id where p.id = pg_temp.id('batch', b) on conflict do nothing`,
    },
  ],
  billing: [
    {
      table: 'models',
      of: 'models',
      sql: `insert into models (id, slug, previous_slugs, affiliate_id, base_url, source_id, telegram_link, revision)
        select pg_temp.id('model', m), 'scale-' || m, '{}', pg_temp.owner_of(m), '', '', '', 1 ${each('m')} on conflict do nothing`,
    },
    {
      table: 'subscribers',
      of: 'subscribers',
      sql: `insert into subscribers (id, email, first_name, last_name, click_id, affiliate, pixel_id, model_slug, revision, model_id, affiliate_id, attribution_reason, registered_at)
        select pg_temp.id('subscriber', n), ${SUBSCRIBER_MAIL}, 'Abonné', n::text, '', '', '', 'scale-' || pg_temp.model_of(n), 1, pg_temp.id('model', pg_temp.model_of(n)),
          pg_temp.owner_of(pg_temp.model_of(n)), 'model-owner', pg_temp.registered(n) ${each('n')} on conflict do nothing`,
    },
    {
      table: 'subscriptions',
      of: 'subscribers',
      sql: `insert into subscriptions (subscriber_id, state, paid_until, revision, announced_until)
        select pg_temp.id('subscriber', n), case when ${PAID_UNTIL} > now() then 'active' else 'expired' end, ${PAID_UNTIL}, 1, ${PAID_UNTIL} ${each('n')} on conflict do nothing`,
    },
    {
      table: 'postbacks',
      of: 'payments',
      sql: `insert into postbacks (id, partner, transaction_id, event, reference, original_transaction_id, amount_cents, currency, paid_until, verdict, received_at, occurred_at, matched_by)
        select pg_temp.id('postback', p), 'sandbox', ${TRANSACTION}, kind, '', ${ORIGINAL}, abs(${AMOUNT}), 'EUR', ${PAID_UNTIL}, 'recorded', at, at, 'transaction'
        from (${PAYMENTS}) payments, pg_temp.size on conflict do nothing`,
    },
    {
      table: 'ledger',
      of: 'payments',
      sql: `insert into ledger (id, postback_id, subscriber_id, kind, amount_cents, currency, model_slug, recorded_at, partner, transaction_id, original_transaction_id, occurred_at, paid_until, affiliate_id, is_attributed)
        select pg_temp.id('payment', p), pg_temp.id('postback', p), pg_temp.id('subscriber', n), kind, ${AMOUNT}, 'EUR', 'scale-' || m, at, 'sandbox', ${TRANSACTION}, ${ORIGINAL}, at, ${PAID_UNTIL},
          pg_temp.owner_of(m), true
        from (${PAYMENTS}) payments, pg_temp.size on conflict do nothing`,
    },
  ],
};

/**
 * Fills a service's migrated database, step by step; rows of an earlier run remain. The server generates the rows.
 * @param print receives a line per table, and progress lines within large ones
 * @returns the number of inserted rows
 */
export const seedPostgres = async (
  service: DatabaseName,
  url: string,
  sizes: ScaleSizes,
  print: (line: string) => void,
): Promise<number> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('set synchronous_commit = off');
    await client.query(helpers(sizes));
    // Disables triggers, which would update the sums row by row: they are recounted at the end.
    if (service === 'affiliate') await client.query('set session_replication_role = replica');
    let inserted = 0;
    for (const { table, of, sql } of STEPS[service] ?? []) {
      const total = { ...sizes, affiliates: SCALE_AFFILIATES, months: PAID_MONTHS }[of];
      const began = performance.now();
      let rows = 0;
      for (let first = 1; first <= total; first += BATCH) {
        const last = Math.min(first + BATCH - 1, total);
        rows += (await client.query(sql, [first, last])).rowCount ?? 0;
        if (last % (10 * BATCH) === 0 && last < total) print(`  ${service}.${table}: ${last} of ${total}`);
      }
      await client.query(`vacuum analyze ${table}`);
      const seconds = (performance.now() - began) / 1_000;
      print(`${service}.${table}: ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`);
      inserted += rows;
    }
    if (service === 'affiliate') {
      await client.query('select recount_figures(), recount_balances(), relist_unpaid_commissions()');
      const sums = ['day_figures', 'model_figures', 'source_figures', 'commission_balances', 'access_ends'];
      for (const table of [...sums, 'unpaid_commissions']) await client.query(`vacuum analyze ${table}`);
    }
    const { rows: sizesFound } = await client.query<{ size: string }>(
      'select pg_size_pretty(pg_database_size(current_database())) as size',
    );
    print(`${service}: ${sizesFound[0]?.size}`);
    return inserted;
  } finally {
    await client.end();
  }
};
