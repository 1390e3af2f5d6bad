-- Consent to report to the ad platform of the pixel in the subscriber's link, and the reported conversions
-- (docs/domain.md#ad-conversions).
create table ad_consents (
  subscriber_id uuid primary key references subscribers on delete cascade,
  is_granted boolean not null,
  -- required by the platform for website events; null once consent is withdrawn
  user_agent text check (is_granted = (user_agent is not null)),
  changed_at timestamptz not null default now()
);

create table ad_conversions (
  -- event_id at the platform, the same on every attempt
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references ad_consents on delete cascade,
  event text not null check (event in ('CompleteRegistration', 'Purchase')),
  -- subscriber or payment that the event is about
  fact uuid not null,
  amount_cents integer,
  currency text,
  occurred_at timestamptz not null,
  attempts integer not null default 0,
  -- Time of the next attempt; end of the lease while a replica sends it; null once it was sent or abandoned.
  due_at timestamptz default now(),
  sent_at timestamptz,
  unique (subscriber_id, event, fact)
);
create index ad_conversions_due on ad_conversions (due_at) where due_at is not null;
