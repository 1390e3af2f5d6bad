-- Notifications to affiliates' own servers (docs/domain.md#outgoing-postbacks).
create table outgoing_endpoints (
  affiliate_id uuid primary key references affiliates on delete cascade,
  url text not null,
  method text not null check (method in ('GET', 'POST')),
  events text[] not null,
  is_enabled boolean not null,
  secret text not null,
  -- also signs until former_until
  former_secret text,
  former_until timestamptz,
  -- time at which the endpoint was last enabled: earlier facts are not sent
  enabled_at timestamptz not null default now()
);

create table outgoing_deliveries (
  id uuid primary key default gen_random_uuid(),
  affiliate_id uuid not null references affiliates on delete cascade,
  event text not null,
  -- id of a subscriber for a registration, of a payment or refund otherwise; random for a test
  fact text not null,
  -- null for a test
  subscriber_id uuid,
  payment_id text references payments,
  occurred_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'abandoned')),
  attempts integer not null default 0,
  -- time of the next attempt; end of the lease while a replica is sending
  due_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '3 days',
  host text,
  last_status integer,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint outgoing_once unique (affiliate_id, event, fact)
);
create index outgoing_due on outgoing_deliveries (due_at) where state = 'waiting';
create index outgoing_latest on outgoing_deliveries (affiliate_id, created_at desc);
create index outgoing_subscriber on outgoing_deliveries (subscriber_id);
create index outgoing_finished on outgoing_deliveries (finished_at) where finished_at is not null;
