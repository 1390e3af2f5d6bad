-- The affiliate credited for each registration, which may have been deleted since; null: none.
create table registrations (
  subscriber_id uuid primary key,
  affiliate_id uuid,
  model_slug text not null,
  click_id text not null,
  pixel_id text not null,
  is_erased boolean not null default false,
  registered_at timestamptz not null
);
create index registrations_affiliate on registrations (affiliate_id, registered_at);

create table payments (
  id text primary key,
  subscriber_id uuid not null,
  affiliate_id uuid,
  -- cents; negative for refunds and chargebacks
  amount_cents integer not null,
  currency text not null,
  kind text not null,
  model_slug text not null,
  recorded_at timestamptz not null
);
create index payments_affiliate on payments (affiliate_id, recorded_at);
create index payments_subscriber on payments (subscriber_id);
