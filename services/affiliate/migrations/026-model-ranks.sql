-- What models are ranked by in the months that are over, one row whatever the currency: the overview of a year reads it in place of their
-- figures, and the figures of the first models alone (docs/domain.md#overview-figures, ADR 0068). A fact of the present month changes none.
create table model_ranks (
  -- its first day
  month date not null,
  affiliate_id uuid,
  model_slug text not null,
  registrations bigint not null default 0,
  -- in the currency of the offer
  revenue_cents bigint not null default 0,
  -- zero where nothing is counted: all counts, and the cents of clawbacks
  facts bigint not null default 0,
  unique nulls not distinct (month, affiliate_id, model_slug)
);
create index model_ranks_affiliate on model_ranks (affiliate_id, month);

-- The first day of the months that are not ranked; null: none is.
create function ranked_until() returns date language sql stable as $$ select (max(month) + interval '1 month')::date from model_ranks $$;

-- As sum, in a bigint in place of a numeric: less memory for each group.
create aggregate total(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);

-- Ranks the months that are over since its last call. Transactions that change figures wait for it, and it for them: what they then add
-- to a month that is ranked, they add to its ranks.
create function rank_months() returns void language plpgsql as $$
declare present date := date_trunc('month', clock_timestamp() at time zone 'Europe/Paris')::date;
begin
  if not exists (select from model_figures where grain = 'month' and day >= coalesce(ranked_until(), '-infinity') and day < present) then return; end if;
  lock table model_figures in share row exclusive mode;
  insert into model_ranks (month, affiliate_id, model_slug, registrations, revenue_cents, facts)
  select day, affiliate_id, model_slug, sum(registrations), coalesce(sum(revenue_cents) filter (where currency = 'EUR'), 0),
    sum(visits + clicks + registrations + paid + renewals + refunds - clawback_cents)
  from model_figures where grain = 'month' and day >= coalesce(ranked_until(), '-infinity') and day < present
  group by day, affiliate_id, model_slug order by day;
end
$$;

create or replace function add_figures(changes figure_change[]) returns void language plpgsql as $$
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
  -- By the clock: the transaction may have begun before the month that rank_months has ranked meanwhile was over.
  if cardinality(changes) > 1 or (changes[1]).day < date_trunc('month', clock_timestamp() at time zone 'Europe/Paris') then
    insert into model_ranks as r (month, affiliate_id, model_slug, registrations, revenue_cents, facts)
    select date_trunc('month', day::timestamp)::date, affiliate_id, model_slug, sum(registrations), coalesce(sum(revenue_cents) filter (where currency = 'EUR'), 0),
      sum(visits + clicks + registrations + paid + renewals + refunds)
    from unnest(changes) where model_slug <> '' and day < (select ranked_until()) group by 1, 2, 3 order by 1, 2, 3
    on conflict (month, affiliate_id, model_slug) do update set
      registrations = r.registrations + excluded.registrations, revenue_cents = r.revenue_cents + excluded.revenue_cents, facts = r.facts + excluded.facts;
  end if;
end
$$;

create or replace function count_commissions() returns trigger language plpgsql as $$
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
  if exists (select from new_rows where kind = 'clawback') then
    insert into model_ranks as r (month, affiliate_id, model_slug, facts)
    select date_trunc('month', e.occurred_at at time zone 'Europe/Paris')::date, e.affiliate_id, p.model_slug, -sum(e.amount_cents)
    from new_rows e join payments p on p.id = e.payment_id
    where e.kind = 'clawback' and p.model_slug <> '' and (e.occurred_at at time zone 'Europe/Paris')::date < (select ranked_until()) group by 1, 2, 3 order by 1, 2, 3
    on conflict (month, affiliate_id, model_slug) do update set facts = r.facts + excluded.facts;
  end if;
  select array_agg(commission_change(e.occurred_at, e.affiliate_id, r.click_id, e.currency, e.kind, e.amount_cents, 1)) into changes
  from new_rows e join payments p on p.id = e.payment_id join registrations r on r.subscriber_id = p.subscriber_id
  where e.amount_cents <> 0 and r.click_id <> '';
  if changes is not null then perform add_source_figures(changes); end if;
  return null;
end
$$;

create or replace function recount_figures() returns void language plpgsql set work_mem = '64MB' as $$
begin
  lock table registrations, payments, visits, commission_entries in share row exclusive mode;
  truncate day_figures, model_figures, model_ranks, source_figures;
  insert into day_figures (day, affiliate_id, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select (at at time zone 'Europe/Paris')::date, affiliate_id, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from movements group by 1, 2, 3;
  insert into model_figures (grain, day, affiliate_id, model_slug, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'day', (at at time zone 'Europe/Paris')::date, affiliate_id, model_slug, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from movements where model_slug <> '' group by 2, 3, 4, 5;
  insert into model_figures (grain, day, affiliate_id, model_slug, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'month', date_trunc('month', day)::date, affiliate_id, model_slug, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from model_figures where grain = 'day' group by 2, 3, 4, 5;
  perform rank_months();
  insert into source_figures (grain, day, affiliate_id, source, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'day', (at at time zone 'Europe/Paris')::date, affiliate_id, source, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from movements where source <> '' group by 2, 3, 4, 5;
  insert into source_figures (grain, day, affiliate_id, source, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'month', date_trunc('month', day)::date, affiliate_id, source, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from source_figures where grain = 'day' group by 2, 3, 4, 5;
end
$$;

lock table registrations, payments, visits, commission_entries in share row exclusive mode;
select rank_months();
