-- Figures of the overview, aggregated as facts arrive (docs/domain.md#overview-figures, ADR 0068): triggers update them in the
-- transaction of the fact, whichever version or script writes it. Replicas of the former version continue to read `movements`.
create table day_figures (
  day date not null,
  -- credited affiliate; null: none
  affiliate_id uuid,
  -- null for facts without an amount
  currency text,
  registrations bigint not null default 0,
  paid bigint not null default 0,
  renewals bigint not null default 0,
  refunds bigint not null default 0,
  revenue_cents bigint not null default 0,
  visits bigint not null default 0,
  clicks bigint not null default 0,
  unique nulls not distinct (day, affiliate_id, currency)
);
create index day_figures_affiliate on day_figures (affiliate_id, day);

-- The same per model. A year is read as its whole months plus the days at both ends.
create table model_figures (
  grain text not null check (grain in ('day', 'month')),
  -- the day, or the first day of the month
  day date not null,
  affiliate_id uuid,
  model_slug text not null,
  currency text,
  registrations bigint not null default 0,
  paid bigint not null default 0,
  renewals bigint not null default 0,
  refunds bigint not null default 0,
  revenue_cents bigint not null default 0,
  visits bigint not null default 0,
  clicks bigint not null default 0,
  unique nulls not distinct (grain, day, affiliate_id, model_slug, currency)
);
create index model_figures_affiliate on model_figures (affiliate_id, grain, day);

-- Contribution of a fact to the figures; `sign` is -1 for a removed row.
create type figure_change as (
  day date, affiliate_id uuid, model_slug text, currency text,
  registrations bigint, paid bigint, renewals bigint, refunds bigint, revenue_cents bigint, visits bigint, clicks bigint
);

-- Locks rows in a fixed order, so that two transactions cannot deadlock within a statement.
create function add_figures(changes figure_change[]) returns void language plpgsql as $$
begin
  insert into day_figures as f (day, affiliate_id, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks)
  select day, affiliate_id, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks)
  from unnest(changes) group by day, affiliate_id, currency order by day, affiliate_id, currency
  on conflict (day, affiliate_id, currency) do update set
    registrations = f.registrations + excluded.registrations, paid = f.paid + excluded.paid, renewals = f.renewals + excluded.renewals,
    refunds = f.refunds + excluded.refunds, revenue_cents = f.revenue_cents + excluded.revenue_cents,
    visits = f.visits + excluded.visits, clicks = f.clicks + excluded.clicks;
  insert into model_figures as f (grain, day, affiliate_id, model_slug, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks)
  select grain, date_trunc(grain, day::timestamp)::date, affiliate_id, model_slug, currency,
    sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks)
  from unnest(changes), unnest(array['day', 'month']) grain where model_slug <> ''
  group by 1, 2, affiliate_id, model_slug, currency order by 1, 2, affiliate_id, model_slug, currency
  on conflict (grain, day, affiliate_id, model_slug, currency) do update set
    registrations = f.registrations + excluded.registrations, paid = f.paid + excluded.paid, renewals = f.renewals + excluded.renewals,
    refunds = f.refunds + excluded.refunds, revenue_cents = f.revenue_cents + excluded.revenue_cents,
    visits = f.visits + excluded.visits, clicks = f.clicks + excluded.clicks;
end
$$;

-- One trigger function per table; a statement has old rows, new rows, or both.
create function count_registrations() returns trigger language plpgsql as $$
declare changes figure_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c::figure_change) into changes from (
      select (registered_at at time zone 'Europe/Paris')::date, affiliate_id, model_slug, null::text, count(*), 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint
      from new_rows group by 1, 2, 3) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c::figure_change) into changes from (
      select (registered_at at time zone 'Europe/Paris')::date, affiliate_id, model_slug, null::text, -count(*), 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint
      from old_rows group by 1, 2, 3) c;
  else
    select array_agg(c::figure_change) into changes from (
      select (registered_at at time zone 'Europe/Paris')::date, affiliate_id, model_slug, null::text, sum(sign), 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint
      from (select registered_at, affiliate_id, model_slug, 1 as sign from new_rows union all select registered_at, affiliate_id, model_slug, -1 from old_rows) r
      group by 1, 2, 3 having sum(sign) <> 0) c;
  end if;
  if changes is not null then perform add_figures(changes); end if;
  return null;
end
$$;

create function count_payments() returns trigger language plpgsql as $$
declare changes figure_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c::figure_change) into changes from (
      select (recorded_at at time zone 'Europe/Paris')::date, affiliate_id, model_slug, currency, 0::bigint, count(*) filter (where kind = 'first'),
        count(*) filter (where kind = 'renewal'), count(*) filter (where kind in ('refund', 'chargeback')), sum(amount_cents), 0::bigint, 0::bigint
      from new_rows group by 1, 2, 3, 4) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c::figure_change) into changes from (
      select (recorded_at at time zone 'Europe/Paris')::date, affiliate_id, model_slug, currency, 0::bigint, -count(*) filter (where kind = 'first'),
        -count(*) filter (where kind = 'renewal'), -count(*) filter (where kind in ('refund', 'chargeback')), -sum(amount_cents), 0::bigint, 0::bigint
      from old_rows group by 1, 2, 3, 4) c;
  else
    select array_agg(c::figure_change) into changes from (
      select (recorded_at at time zone 'Europe/Paris')::date, affiliate_id, model_slug, currency, 0::bigint, coalesce(sum(sign) filter (where kind = 'first'), 0),
        coalesce(sum(sign) filter (where kind = 'renewal'), 0), coalesce(sum(sign) filter (where kind in ('refund', 'chargeback')), 0), sum(sign * amount_cents), 0::bigint, 0::bigint
      from (select recorded_at, affiliate_id, model_slug, currency, kind, amount_cents, 1 as sign from new_rows
            union all select recorded_at, affiliate_id, model_slug, currency, kind, amount_cents, -1 from old_rows) r
      group by 1, 2, 3, 4 having count(*) filter (where sign = 1) <> count(*) filter (where sign = -1) or sum(sign * amount_cents) <> 0
        or sum(sign) filter (where kind = 'first') <> 0 or sum(sign) filter (where kind = 'renewal') <> 0) c;
  end if;
  if changes is not null then perform add_figures(changes); end if;
  return null;
end
$$;

create function count_visits() returns trigger language plpgsql as $$
declare changes figure_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(c::figure_change) into changes from (
      select day, affiliate_id, model_slug, null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, sum(visits), sum(clicks)
      from new_rows group by 1, 2, 3) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c::figure_change) into changes from (
      select day, affiliate_id, model_slug, null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, -sum(visits), -sum(clicks)
      from old_rows group by 1, 2, 3) c;
  else
    select array_agg(c::figure_change) into changes from (
      select day, affiliate_id, model_slug, null::text, 0::bigint, 0::bigint, 0::bigint, 0::bigint, 0::bigint, sum(visits), sum(clicks)
      from (select day, affiliate_id, model_slug, visits, clicks from new_rows union all select day, affiliate_id, model_slug, -visits, -clicks from old_rows) r
      group by 1, 2, 3 having sum(visits) <> 0 or sum(clicks) <> 0) c;
  end if;
  if changes is not null then perform add_figures(changes); end if;
  return null;
end
$$;

-- Counts existing rows while writes are locked out; triggers count all later rows.
lock table registrations, payments, visits in share row exclusive mode;
insert into day_figures (day, affiliate_id, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks)
select (at at time zone 'Europe/Paris')::date, affiliate_id, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks)
from movements group by 1, 2, 3;
insert into model_figures (grain, day, affiliate_id, model_slug, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks)
select 'day', (at at time zone 'Europe/Paris')::date, affiliate_id, model_slug, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks)
from movements where model_slug <> '' group by 2, 3, 4, 5;
insert into model_figures (grain, day, affiliate_id, model_slug, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks)
select 'month', date_trunc('month', day)::date, affiliate_id, model_slug, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks)
from model_figures where grain = 'day' group by 2, 3, 4, 5;

create trigger registrations_counted after insert on registrations referencing new table as new_rows for each statement execute function count_registrations();
create trigger registrations_changed after update on registrations referencing old table as old_rows new table as new_rows for each statement execute function count_registrations();
create trigger registrations_removed after delete on registrations referencing old table as old_rows for each statement execute function count_registrations();
create trigger payments_counted after insert on payments referencing new table as new_rows for each statement execute function count_payments();
create trigger payments_changed after update on payments referencing old table as old_rows new table as new_rows for each statement execute function count_payments();
create trigger payments_removed after delete on payments referencing old table as old_rows for each statement execute function count_payments();
create trigger visits_counted after insert on visits referencing new table as new_rows for each statement execute function count_visits();
create trigger visits_changed after update on visits referencing old table as old_rows new table as new_rows for each statement execute function count_visits();
create trigger visits_removed after delete on visits referencing old table as old_rows for each statement execute function count_visits();

-- The overview's list finds renamed models without scanning the others.
create index models_renamed on models (id) include (slug) where previous_slugs <> '{}';
