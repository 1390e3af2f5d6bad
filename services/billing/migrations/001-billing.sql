-- Projections of other services' events. A deleted or erased row remains as a tombstone, so that no late event restores it.
create table subscribers (
  id uuid primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  click_id text not null,
  affiliate text not null,
  pixel_id text not null,
  model_slug text not null,
  erased boolean not null default false,
  revision integer not null
);
create index subscribers_email on subscribers (lower(email)) where not erased;

create table models (
  id uuid primary key,
  slug text not null,
  previous_slugs text[] not null,
  affiliate_id uuid,
  base_url text not null,
  source_id text not null,
  telegram_link text not null,
  deleted boolean not null default false,
  revision integer not null
);
create index models_slug on models (slug) where not deleted;
create index models_previous_slugs on models using gin (previous_slugs) where not deleted;

create table affiliates (
  id uuid primary key,
  slug text not null,
  base_url text not null,
  source_id text not null,
  telegram_link text not null,
  deleted boolean not null default false,
  revision integer not null
);
create index affiliates_slug on affiliates (slug) where not deleted;

-- A visit to the partner's payment page; the reference is sent as sub4 and returned by the postback.
create table checkouts (
  reference text primary key,
  subscriber_id uuid not null,
  affiliate text not null,
  model_slug text not null,
  source_id text not null,
  opened_at timestamptz not null default now()
);
create index checkouts_subscriber on checkouts (subscriber_id);

-- Every postback with a valid key, with its verdict.
create table postbacks (
  id uuid primary key,
  partner text not null,
  transaction_id text not null,
  event text not null check (event in ('first', 'renewal', 'refund', 'chargeback')),
  reference text not null,
  -- For refunds and chargebacks: the refunded transaction, named by the partner or found by the reference.
  original_transaction_id text not null,
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null,
  paid_until timestamptz,
  verdict text not null check (verdict in ('recorded', 'duplicate', 'unmatched', 'ignored')),
  received_at timestamptz not null
);
-- Only one row per transaction counts; repetitions are stored beside it.
create unique index postbacks_transaction on postbacks (partner, transaction_id) where verdict <> 'duplicate';
-- A transaction can be refunded only once.
create unique index postbacks_taken_back on postbacks (partner, original_transaction_id) where original_transaction_id <> '' and event in ('refund', 'chargeback') and verdict = 'recorded';
create index postbacks_original on postbacks (partner, original_transaction_id) where original_transaction_id <> '';
create index postbacks_reference on postbacks (partner, reference) where reference <> '';
create index postbacks_unmatched on postbacks (received_at) where verdict = 'unmatched';

create table ledger (
  id uuid primary key,
  postback_id uuid not null unique references postbacks,
  subscriber_id uuid not null,
  kind text not null check (kind in ('first', 'renewal', 'refund', 'chargeback')),
  amount_cents integer not null,
  currency text not null,
  affiliate text not null,
  model_slug text not null,
  recorded_at timestamptz not null
);
create index ledger_subscriber on ledger (subscriber_id);

create table subscriptions (
  subscriber_id uuid primary key,
  state text not null default 'pending' check (state in ('pending', 'active', 'grace', 'cancelled', 'expired', 'revoked')),
  paid_until timestamptz,
  revision integer not null default 0
);
create index subscriptions_due on subscriptions (paid_until) where state in ('active', 'grace', 'cancelled');
