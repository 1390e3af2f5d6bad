-- One row per request, whether the address is known or not; a worker processes it later.
create table reset_requests (
  id uuid primary key,
  email text not null,
  -- token created in advance, in development mode only; its hash is in reset_tokens
  token text,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index reset_requests_due on reset_requests (due_at);

create table reset_tokens (
  token_hash bytea primary key,
  subscriber_id uuid not null references subscribers on delete cascade,
  expires_at timestamptz not null
);
create index reset_tokens_subscriber on reset_tokens (subscriber_id);
