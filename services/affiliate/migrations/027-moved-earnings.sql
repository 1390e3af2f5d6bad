-- Earnings follow their payment or refund to another day (docs/domain.md#overview-figures): entries are never changed, so two rows here
-- subtract an entry from its former day and add it to the new one. They count as entries do, in the same sums.
create table moved_earnings (
  payment_id text not null,
  affiliate_id uuid not null,
  kind text not null,
  amount_cents bigint not null,
  currency text not null,
  occurred_at timestamptz not null
);
create index moved_earnings_payment on moved_earnings (payment_id);
create index moved_earnings_occurred_at on moved_earnings (occurred_at);

create function move_earnings() returns trigger language plpgsql as $$
begin
  insert into moved_earnings (payment_id, affiliate_id, kind, amount_cents, currency, occurred_at)
  select e.payment_id, e.affiliate_id, e.kind, sign * e.amount_cents, e.currency, at
  from commission_entries e, (values (-1, old.recorded_at), (1, new.recorded_at)) days (sign, at)
  where e.payment_id = coalesce(new.refunded_id, new.id) and e.cause_id = new.id and e.amount_cents <> 0;
  return null;
end
$$;

create or replace function changes_of_person(person uuid, click text, sign integer) returns setof source_change language sql stable as $$
  select payment_change(p.recorded_at, p.affiliate_id, click, p.currency, p.kind, p.amount_cents, sign) from payments p where p.subscriber_id = person
  union all
  select commission_change(e.occurred_at, e.affiliate_id, click, e.currency, e.kind, e.amount_cents, sign)
  from payments p join commission_entries e on e.payment_id = p.id where p.subscriber_id = person
  union all
  select commission_change(m.occurred_at, m.affiliate_id, click, m.currency, m.kind, m.amount_cents, sign)
  from payments p join moved_earnings m on m.payment_id = p.id where p.subscriber_id = person
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
  where e.kind <> 'payout'
  union all
  select m.occurred_at, m.affiliate_id, p.model_slug, 0, 0, 0, 0, m.currency, 0, 0, 0, coalesce(left(r.click_id, 64), ''),
    m.amount_cents, case when m.kind = 'clawback' then m.amount_cents else 0 end
  from moved_earnings m join payments p on p.id = m.payment_id left join registrations r on r.subscriber_id = p.subscriber_id;

lock table registrations, payments, visits, commission_entries in share row exclusive mode;
create trigger moves_counted after insert on moved_earnings referencing new table as new_rows for each statement execute function count_commissions();
create trigger payments_moved after update on payments for each row
  when ((old.recorded_at at time zone 'Europe/Paris')::date <> (new.recorded_at at time zone 'Europe/Paris')::date)
  execute function move_earnings();
-- Of payments that were moved before this migration.
insert into moved_earnings (payment_id, affiliate_id, kind, amount_cents, currency, occurred_at)
select e.payment_id, e.affiliate_id, e.kind, sign * e.amount_cents, e.currency, at
from commission_entries e join payments c on c.id = e.cause_id, lateral (values (-1, e.occurred_at), (1, c.recorded_at)) days (sign, at)
where (e.occurred_at at time zone 'Europe/Paris')::date <> (c.recorded_at at time zone 'Europe/Paris')::date and e.amount_cents <> 0;
