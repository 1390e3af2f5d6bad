-- Visits of the public site, counted by day in Paris (docs/domain.md#visits).
create table visits (
  day date not null,
  -- credited by the rules for registrations; null: none
  affiliate_id uuid,
  -- model of the page on which the visit began; empty: another page
  model_slug text not null,
  -- sub1 of the link, empty without one
  source text not null,
  visits integer not null default 0,
  -- visits that began by a link with sub1, sub2 or ?affiliate=
  clicks integer not null default 0,
  -- time by which the overview groups: noon of the day
  at timestamptz not null generated always as ((day + interval '12 hours') at time zone 'Europe/Paris') stored,
  unique nulls not distinct (day, affiliate_id, model_slug, source)
);
create index visits_at on visits (at);

-- Browsers seen on a day, by a digest that cannot be traced back once the day's key is deleted.
create table visit_keys (
  day date primary key,
  key bytea not null
);
create table visitors_seen (
  day date not null,
  digest bytea not null,
  primary key (day, digest)
);

create or replace view movements as
  select registered_at as at, affiliate_id, model_slug, 1 as registrations, 0 as paid, 0 as refunds, 0 as revenue_cents, null::text as currency,
    0 as renewals, 0 as visits, 0 as clicks from registrations
  union all
  select recorded_at, affiliate_id, model_slug, 0, (kind = 'first')::int, (kind in ('refund', 'chargeback'))::int, amount_cents, currency,
    (kind = 'renewal')::int, 0, 0 from payments
  union all
  select at, affiliate_id, model_slug, 0, 0, 0, 0, null::text, 0, visits, clicks from visits;
