-- Inserts sums in the order of their days, as facts do: the overview reads days and months that lie together. In the order of a hash, each row
-- of a month was on a page of its own.
create or replace function recount_figures() returns void language plpgsql set work_mem = '64MB' as $$
begin
  lock table registrations, payments, visits, commission_entries in share row exclusive mode;
  truncate day_figures, model_ranks, model_figures, source_figures;
  insert into day_figures (day, affiliate_id, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select (at at time zone 'Europe/Paris')::date, affiliate_id, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from movements group by 1, 2, 3 order by 1;
  insert into model_figures (grain, day, affiliate_id, model_slug, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'day', (at at time zone 'Europe/Paris')::date, affiliate_id, model_slug, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from movements where model_slug <> '' group by 2, 3, 4, 5 order by 2;
  insert into model_figures (grain, day, affiliate_id, model_slug, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'month', date_trunc('month', day)::date, affiliate_id, model_slug, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from model_figures where grain = 'day' group by 2, 3, 4, 5 order by 2;
  perform rank_months();
  insert into source_figures (grain, day, affiliate_id, source, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'day', (at at time zone 'Europe/Paris')::date, affiliate_id, source, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from movements where source <> '' group by 2, 3, 4, 5 order by 2;
  insert into source_figures (grain, day, affiliate_id, source, currency, registrations, paid, renewals, refunds, revenue_cents, visits, clicks, earnings_cents, clawback_cents)
  select 'month', date_trunc('month', day)::date, affiliate_id, source, currency, sum(registrations), sum(paid), sum(renewals), sum(refunds), sum(revenue_cents), sum(visits), sum(clicks), sum(earnings_cents), sum(clawback_cents)
  from source_figures where grain = 'day' group by 2, 3, 4, 5 order by 2;
end
$$;
