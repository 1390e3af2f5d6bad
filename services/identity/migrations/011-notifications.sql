-- Notifications chosen by subscribers (docs/domain.md#notifications). The model may have been deleted since.
create table notification_choices (
  subscriber_id uuid not null references subscribers on delete cascade,
  model_id uuid not null,
  live_push boolean not null,
  content_push boolean not null,
  live_mail boolean not null,
  -- unsubscribes from the mails by a link, without a login; grants nothing else
  unsubscribe_token uuid not null unique default gen_random_uuid(),
  primary key (subscriber_id, model_id)
);
create index notification_choices_model on notification_choices (model_id);

-- Browser that receives push messages until its session ends, by logout, by expiry, or with the account.
create table push_devices (
  id uuid primary key,
  subscriber_id uuid not null references subscribers on delete cascade,
  session_id uuid not null unique references sessions on delete cascade,
  -- untrusted input, validated by push-endpoint.ts before it is stored and by the transport before each connection
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_devices_subscriber on push_devices (subscriber_id);

-- Push messages. A row outlives its message by several days: one message per device and cause.
create table pushes (
  id uuid primary key,
  device_id uuid not null references push_devices on delete cascade,
  kind text not null,
  model_id uuid not null,
  cause text not null,
  attempts integer not null default 0,
  -- Time of the next attempt; end of the lease while a replica sends it; null once it was sent or abandoned.
  due_at timestamptz default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (device_id, cause)
);
create index pushes_due on pushes (due_at) where due_at is not null;
create index pushes_created on pushes (created_at);

alter table models
  add column name text not null default '',
  -- number of non-public media; null until the model's next event
  add column content_count integer;
