alter table models
  add column name text not null default '',
  -- registrations store the slug of their time
  add column previous_slugs text[] not null default '{}',
  add column is_live boolean not null default false,
  add column live_changed_at timestamptz,
  -- of live events only, which may arrive in any order with the model's events
  add column live_revision integer not null default 0;

-- End of each subscriber's access; null: no access.
create table subscriptions (
  subscriber_id uuid primary key,
  paid_until timestamptz,
  revision integer not null
);
create index subscriptions_paid_until on subscriptions (paid_until);

create index registrations_registered_at on registrations (registered_at);
create index payments_recorded_at on payments (recorded_at);

-- One row for each fact that counts in a period.
create view movements as
  select registered_at as at, affiliate_id, model_slug, 1 as registrations, 0 as paid, 0 as refunds, 0 as revenue_cents from registrations
  union all
  select recorded_at, affiliate_id, model_slug, 0, (kind = 'first')::int, (kind in ('refund', 'chargeback'))::int, amount_cents from payments;
