alter table models
  add column name text not null default '',
  -- registrations keep the slug under which they came
  add column previous_slugs text[] not null default '{}',
  add column is_live boolean not null default false,
  add column live_changed_at timestamptz,
  -- of the live events alone: they and the model's facts may come in any order
  add column live_revision integer not null default 0;

-- Until when each person has access; null: no longer.
create table subscriptions (
  subscriber_id uuid primary key,
  paid_until timestamptz,
  revision integer not null
);
create index subscriptions_paid_until on subscriptions (paid_until);

create index registrations_registered_at on registrations (registered_at);
create index payments_recorded_at on payments (recorded_at);

-- Everything that counts in a period, one row each.
create view movements as
  select registered_at as at, affiliate_id, model_slug, 1 as registrations, 0 as paid, 0 as refunds, 0 as revenue_cents from registrations
  union all
  select recorded_at, affiliate_id, model_slug, 0, (kind = 'first')::int, (kind in ('refund', 'chargeback'))::int, amount_cents from payments;
