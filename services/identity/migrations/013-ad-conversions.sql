-- Consent to report to the ad platform whose pixel brought the subscriber, and what is reported (docs/domain.md#ad-conversions).
create table ad_consents (
  subscriber_id uuid primary key references subscribers on delete cascade,
  is_granted boolean not null,
  -- required by the platform for events of a website; null once the consent is withdrawn
  user_agent text check (is_granted = (user_agent is not null)),
  changed_at timestamptz not null default now()
);

create table ad_conversions (
  -- the platform's event_id: the same at every attempt
  id uuid primary key default gen_random_uuid(),
  subscriber_id uuid not null references ad_consents on delete cascade,
  event text not null check (event in ('CompleteRegistration', 'Purchase')),
  -- the subscriber or the payment that the event is about
  fact uuid not null,
  amount_cents integer,
  currency text,
  occurred_at timestamptz not null,
  attempts integer not null default 0,
  -- Next attempt; while a replica sends it, the end of its lease; null once it was sent or given up.
  due_at timestamptz default now(),
  sent_at timestamptz,
  unique (subscriber_id, event, fact)
);
create index ad_conversions_due on ad_conversions (due_at) where due_at is not null;
