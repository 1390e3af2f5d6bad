-- Adds earnings to the overview's sums, and sums by source, the sub1 of the link (docs/domain.md#overview-figures, ADR 0068). A
-- payment or commission has the source of its subscriber's registration, so the order of events does not matter; an erasure removes
-- it.
alter table day_figures add column earnings_cents bigint not null default 0, add column clawback_cents bigint not null default 0;
alter table model_figures add column earnings_cents bigint not null default 0, add column clawback_cents bigint not null default 0;
create index model_figures_model on model_figures (model_slug, grain, day);
create index commission_entries_occurred_at on commission_entries (occurred_at);

create table source_figures (
  grain text not null check (grain in ('day', 'month')),
  -- the day, or the first day of the month
  day date not null,
  -- credited affiliate; null: none
  affiliate_id uuid,
  source text not null,
  -- null for facts without an amount
  currency text,
  registrations bigint not null default 0,
  paid bigint not null default 0,
  renewals bigint not null default 0,
  refunds bigint not null default 0,
  revenue_cents bigint not null default 0,
  visits bigint not null default 0,
  clicks bigint not null default 0,
  earnings_cents bigint not null default 0,
  clawback_cents bigint not null default 0,
  unique nulls not distinct (grain, day, affiliate_id, source, currency)
);
create index source_figures_affiliate on source_figures (affiliate_id, grain, day);
create index source_figures_source on source_figures (source, grain, day);

create type source_change as (
  day date, affiliate_id uuid, source text, currency text,
  registrations bigint, paid bigint, renewals bigint, refunds bigint, revenue_cents bigint, visits bigint, clicks bigint,
  earnings_cents bigint, clawback_cents bigint
);

-- Contribution of a fact to the figures; `sign` is -1 for a removed row.
create function registration_change(at timestamptz, affiliate uuid, click text, sign integer) returns source_change language sql stable as
  $$ select row((at at time zone 'Europe/Paris')::date, affiliate, left(click, 64), null, sign, 0, 0, 0, 0, 0, 0, 0, 0)::source_change $$;
create function payment_change(at timestamptz, affiliate uuid, click text, currency text, kind text, cents bigint, sign integer) returns source_change language sql stable as
  $$ select row((at at time zone 'Europe/Paris')::date, affiliate, left(click, 64), currency, 0, sign * (kind = 'first')::int, sign * (kind = 'renewal')::int,
    sign * (kind in ('refund', 'chargeback'))::int, sign * cents, 0, 0, 0, 0)::source_change $$;
create function visit_change(day date, affiliate uuid, source text, visits bigint, clicks bigint, sign integer) returns source_change language sql stable as
  $$ select row(day, affiliate, source, null, 0, 0, 0, 0, 0, sign * visits, sign * clicks, 0, 0)::source_change $$;
create function commission_change(at timestamptz, affiliate uuid, click text, currency text, kind text, cents bigint, sign integer) returns source_change language sql stable as
  $$ select row((at at time zone 'Europe/Paris')::date, affiliate, left(click, 64), currency, 0, 0, 0, 0, 0, 0, 0,
    sign * cents, case when kind = 'clawback' then sign * cents else 0 end)::source_change $$;
create function changes_of_person(person uuid, click text, sign integer) returns setof source_change language sql stable as $$
  select payment_change(p.recorded_at, p.affiliate_id, click, p.currency, p.kind, p.amount_cents, sign) from payments p where p.subscriber_id = person
  union all
  select commission_change(e.occurred_at, e.affiliate_id, click, e.currency, e.kind, e.amount_cents, sign)
  from payments p join commission_entries e on e.payment_id = p.id where p.subscriber_id = person
$$;

-- Locks rows in a fixed order. Deletes rows that count nothing any more: a click id must be erased with its person.
create function add_source_figures(changes source_change[]) returns void language plpgsql as $$
begin
  insert into source_figures as f (grain, day, affiliate_id, source, currency,
    registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select grain, date_trunc(grain, day::timestamp)::date, affiliate_id, source, currency,
    sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from unnest(changes), unnest(array['day', 'month']) grain
  group by 1, 2, affiliate_id, source, currency
  having (sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
  order by 1, 2, affiliate_id, source, currency
  on conflict (grain, day, affiliate_id, source, currency) do update set
    registrations = f.registrations + excluded.registrations, paid = f.paid + excluded.paid, renewals = f.renewals + excluded.renewals,
    refunds = f.refunds + excluded.refunds, revenue_cents = f.revenue_cents + excluded.revenue_cents, visits = f.visits + excluded.visits,
    clicks = f.clicks + excluded.clicks, earnings_cents = f.earnings_cents + excluded.earnings_cents, clawback_cents = f.clawback_cents + excluded.clawback_cents;
  delete from source_figures f using unnest(changes) c, unnest(array['day', 'month']) g (grain)
  where least(c.registrations, c.paid, c.renewals, c.refunds, c.visits, c.earnings_cents) < 0
    and f.source = c.source and f.grain = g.grain and f.day = date_trunc(g.grain, c.day::timestamp)::date
    and f.affiliate_id is not distinct from c.affiliate_id and f.currency is not distinct from c.currency
    and (f.registrations, f.paid, f.renewals, f.refunds, f.revenue_cents, f.visits, f.clicks, f.earnings_cents, f.clawback_cents) = (0, 0, 0, 0, 0, 0, 0, 0, 0);
end
$$;

create function count_registrations_by_source() returns trigger language plpgsql as $$
declare changes source_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(change) into changes from (
      select registration_change(registered_at, affiliate_id, click_id, 1) as change from new_rows where click_id <> ''
      union all select change from new_rows, changes_of_person(subscriber_id, click_id, 1) change where click_id <> ''
    ) all_changes;
  elsif tg_op = 'DELETE' then
    select array_agg(change) into changes from (
      select registration_change(registered_at, affiliate_id, click_id, -1) as change from old_rows where click_id <> ''
      union all select change from old_rows, changes_of_person(subscriber_id, click_id, -1) change where click_id <> ''
    ) all_changes;
  else
    select array_agg(change) into changes from (
      select registration_change(registered_at, affiliate_id, click_id, -1) as change from old_rows where click_id <> ''
      union all select registration_change(registered_at, affiliate_id, click_id, 1) as change from new_rows where click_id <> ''
      union all select change from old_rows join new_rows using (subscriber_id), changes_of_person(subscriber_id, old_rows.click_id, -1) change
      where old_rows.click_id <> '' and old_rows.click_id <> new_rows.click_id
      union all select change from old_rows join new_rows using (subscriber_id), changes_of_person(subscriber_id, new_rows.click_id, 1) change
      where new_rows.click_id <> '' and old_rows.click_id <> new_rows.click_id
    ) all_changes;
  end if;
  if changes is not null then perform add_source_figures(changes); end if;
  return null;
end
$$;

create function count_payments_by_source() returns trigger language plpgsql as $$
declare changes source_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(change) into changes from (
      select payment_change(p.recorded_at, p.affiliate_id, r.click_id, p.currency, p.kind, p.amount_cents, 1) as change from new_rows p join registrations r using (subscriber_id) where r.click_id <> ''
    ) all_changes;
  elsif tg_op = 'DELETE' then
    select array_agg(change) into changes from (
      select payment_change(p.recorded_at, p.affiliate_id, r.click_id, p.currency, p.kind, p.amount_cents, -1) as change from old_rows p join registrations r using (subscriber_id) where r.click_id <> ''
    ) all_changes;
  else
    select array_agg(change) into changes from (
      select payment_change(p.recorded_at, p.affiliate_id, r.click_id, p.currency, p.kind, p.amount_cents, -1) as change from old_rows p join registrations r using (subscriber_id) where r.click_id <> ''
      union all select payment_change(p.recorded_at, p.affiliate_id, r.click_id, p.currency, p.kind, p.amount_cents, 1) as change from new_rows p join registrations r using (subscriber_id) where r.click_id <> ''
    ) all_changes;
  end if;
  if changes is not null then perform add_source_figures(changes); end if;
  return null;
end
$$;

create function count_visits_by_source() returns trigger language plpgsql as $$
declare changes source_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(change) into changes from (
      select visit_change(day, affiliate_id, source, visits, clicks, 1) as change from new_rows where source <> ''
    ) all_changes;
  elsif tg_op = 'DELETE' then
    select array_agg(change) into changes from (
      select visit_change(day, affiliate_id, source, visits, clicks, -1) as change from old_rows where source <> ''
    ) all_changes;
  else
    select array_agg(change) into changes from (
      select visit_change(day, affiliate_id, source, visits, clicks, -1) as change from old_rows where source <> ''
      union all select visit_change(day, affiliate_id, source, visits, clicks, 1) as change from new_rows where source <> ''
    ) all_changes;
  end if;
  if changes is not null then perform add_source_figures(changes); end if;
  return null;
end
$$;

-- Entries are append-only; an entry of zero cents changes no sum.
create function count_commissions() returns trigger language plpgsql as $$
declare changes source_change[];
begin
  insert into day_figures as f (day, affiliate_id, currency, earnings_cents, clawback_cents)
  select (occurred_at at time zone 'Europe/Paris')::date, affiliate_id, currency, sum(amount_cents), coalesce(sum(amount_cents) filter (where kind = 'clawback'), 0)
  from new_rows where kind <> 'payout' and amount_cents <> 0 group by 1, 2, 3 order by 1, 2, 3
  on conflict (day, affiliate_id, currency) do update set
    earnings_cents = f.earnings_cents + excluded.earnings_cents, clawback_cents = f.clawback_cents + excluded.clawback_cents;
  insert into model_figures as f (grain, day, affiliate_id, model_slug, currency, earnings_cents, clawback_cents)
  select grain, date_trunc(grain, e.occurred_at at time zone 'Europe/Paris')::date, e.affiliate_id, p.model_slug, e.currency,
    sum(e.amount_cents), coalesce(sum(e.amount_cents) filter (where e.kind = 'clawback'), 0)
  from new_rows e join payments p on p.id = e.payment_id, unnest(array['day', 'month']) grain
  where e.amount_cents <> 0 and p.model_slug <> '' group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (grain, day, affiliate_id, model_slug, currency) do update set
    earnings_cents = f.earnings_cents + excluded.earnings_cents, clawback_cents = f.clawback_cents + excluded.clawback_cents;
  select array_agg(commission_change(e.occurred_at, e.affiliate_id, r.click_id, e.currency, e.kind, e.amount_cents, 1)) into changes
  from new_rows e join payments p on p.id = e.payment_id join registrations r on r.subscriber_id = p.subscriber_id
  where e.amount_cents <> 0 and r.click_id <> '';
  if changes is not null then perform add_source_figures(changes); end if;
  return null;
end
$$;

create or replace view movements as
  select registered_at as at, affiliate_id, model_slug, 1 as registrations, 0 as paid, 0 as refunds, 0 as revenue_cents, null::text as currency,
    0 as renewals, 0 as visits, 0 as clicks, left(click_id, 64) as source, 0::bigint as earnings_cents, 0::bigint as clawback_cents from registrations
  union all
  select p.recorded_at, p.affiliate_id, p.model_slug, 0, (p.kind = 'first')::int, (p.kind in ('refund', 'chargeback'))::int, p.amount_cents, p.currency,
    (p.kind = 'renewal')::int, 0, 0, coalesce(left(r.click_id, 64), ''), 0, 0
  from payments p left join registrations r on r.subscriber_id = p.subscriber_id
  union all
  select at, affiliate_id, model_slug, 0, 0, 0, 0, null::text, 0, visits, clicks, source, 0, 0 from visits
  union all
  select e.occurred_at, e.affiliate_id, coalesce(p.model_slug, ''), 0, 0, 0, 0, e.currency, 0, 0, 0, coalesce(left(r.click_id, 64), ''),
    e.amount_cents, case when e.kind = 'clawback' then e.amount_cents else 0 end
  from commission_entries e left join payments p on p.id = e.payment_id left join registrations r on r.subscriber_id = p.subscriber_id
  where e.kind <> 'payout';

-- Recounts everything while writes are locked out: in this migration, and after a check has found a difference.
create function recount_figures() returns void language plpgsql set work_mem = '64MB' as $$
begin
  lock table registrations, payments, visits, commission_entries in share row exclusive mode;
  truncate day_figures, model_figures, source_figures;
  insert into day_figures (day, affiliate_id, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select (at at time zone 'Europe/Paris')::date, affiliate_id, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from movements group by 1, 2, 3;
  insert into model_figures (grain, day, affiliate_id, model_slug, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'day', (at at time zone 'Europe/Paris')::date, affiliate_id, model_slug, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from movements where model_slug <> '' group by 2, 3, 4, 5;
  insert into model_figures (grain, day, affiliate_id, model_slug, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'month', date_trunc('month', day)::date, affiliate_id, model_slug, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from model_figures where grain = 'day' group by 2, 3, 4, 5;
  insert into source_figures (grain, day, affiliate_id, source, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'day', (at at time zone 'Europe/Paris')::date, affiliate_id, source, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from movements where source <> '' group by 2, 3, 4, 5;
  insert into source_figures (grain, day, affiliate_id, source, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'month', date_trunc('month', day)::date, affiliate_id, source, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from source_figures where grain = 'day' group by 2, 3, 4, 5;
end
$$;
select recount_figures();

create trigger registrations_counted_by_source after insert on registrations referencing new table as new_rows for each statement execute function count_registrations_by_source();
create trigger registrations_changed_by_source after update on registrations referencing old table as old_rows new table as new_rows for each statement execute function count_registrations_by_source();
create trigger registrations_removed_by_source after delete on registrations referencing old table as old_rows for each statement execute function count_registrations_by_source();
create trigger payments_counted_by_source after insert on payments referencing new table as new_rows for each statement execute function count_payments_by_source();
create trigger payments_changed_by_source after update on payments referencing old table as old_rows new table as new_rows for each statement execute function count_payments_by_source();
create trigger payments_removed_by_source after delete on payments referencing old table as old_rows for each statement execute function count_payments_by_source();
create trigger visits_counted_by_source after insert on visits referencing new table as new_rows for each statement execute function count_visits_by_source();
create trigger visits_changed_by_source after update on visits referencing old table as old_rows new table as new_rows for each statement execute function count_visits_by_source();
create trigger visits_removed_by_source after delete on visits referencing old table as old_rows for each statement execute function count_visits_by_source();
create trigger commissions_counted after insert on commission_entries referencing new table as new_rows for each statement execute function count_commissions();

-- For subscribers with access now, by model or source.
create index registrations_model on registrations (model_slug);
create index registrations_source on registrations (left(click_id, 64)) where click_id <> '';
