-- Sums that replace reading all commissions and subscriptions (ADR 0068). Rows with a time on the current UTC day are read
-- individually, because the clock decides whether that time has passed.
create table commission_balances (
  grain text not null check (grain in ('day', 'month')),
  -- UTC day on which the entries become available, or the first day of the month
  day date not null,
  affiliate_id uuid not null,
  currency text not null,
  -- commissions and clawbacks
  earned_cents bigint not null default 0,
  paid_cents bigint not null default 0,
  primary key (affiliate_id, grain, day, currency)
);
create index commission_balances_day on commission_balances (grain, day);
create index commission_entries_available_at on commission_entries (available_at) include (affiliate_id, currency, kind, amount_cents);

create table access_ends (
  -- UTC day on which access ends
  day date primary key,
  people bigint not null default 0
);

create function count_balances() returns trigger language plpgsql as $$
begin
  insert into commission_balances as b (grain, day, affiliate_id, currency, earned_cents, paid_cents)
  select grain, date_trunc(grain, available_at at time zone 'utc')::date, affiliate_id, currency,
    coalesce(sum(amount_cents) filter (where kind <> 'payout'), 0), coalesce(-sum(amount_cents) filter (where kind = 'payout'), 0)
  from new_rows, unnest(array['day', 'month']) grain where amount_cents <> 0 group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (affiliate_id, grain, day, currency) do update set
    earned_cents = b.earned_cents + excluded.earned_cents, paid_cents = b.paid_cents + excluded.paid_cents;
  return null;
end
$$;

create function count_access() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into access_ends as a (day, people)
    select (paid_until at time zone 'utc')::date, -count(*) from old_rows where paid_until is not null group by 1 order by 1
    on conflict (day) do update set people = a.people + excluded.people;
  end if;
  if tg_op <> 'DELETE' then
    insert into access_ends as a (day, people)
    select (paid_until at time zone 'utc')::date, count(*) from new_rows where paid_until is not null group by 1 order by 1
    on conflict (day) do update set people = a.people + excluded.people;
  end if;
  return null;
end
$$;

-- Recounts both tables while writes are locked out: in this migration, and after a check has found a difference.
create function recount_balances() returns void language plpgsql set work_mem = '64MB' as $$
begin
  lock table commission_entries, subscriptions in share row exclusive mode;
  truncate commission_balances, access_ends;
  insert into commission_balances (grain, day, affiliate_id, currency, earned_cents, paid_cents)
  select grain, date_trunc(grain, available_at at time zone 'utc')::date, affiliate_id, currency,
    coalesce(sum(amount_cents) filter (where kind <> 'payout'), 0), coalesce(-sum(amount_cents) filter (where kind = 'payout'), 0)
  from commission_entries, unnest(array['day', 'month']) grain where amount_cents <> 0 group by 1, 2, 3, 4;
  insert into access_ends (day, people)
  select (paid_until at time zone 'utc')::date, count(*) from subscriptions where paid_until is not null group by 1;
end
$$;
select recount_balances();

create trigger balances_counted after insert on commission_entries referencing new table as new_rows for each statement execute function count_balances();
create trigger access_counted after insert on subscriptions referencing new table as new_rows for each statement execute function count_access();
create trigger access_changed after update on subscriptions referencing old table as old_rows new table as new_rows for each statement execute function count_access();
create trigger access_removed after delete on subscriptions referencing old table as old_rows for each statement execute function count_access();
