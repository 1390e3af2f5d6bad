-- New addresses that wait for their confirmation, one for each subscriber.
create table email_changes (
  subscriber_id uuid primary key references subscribers on delete cascade,
  new_email text not null,
  -- The session that requested the change: it stays open.
  session_id uuid not null,
  -- null until the mail with the link is written; stays so where another subscriber has the address
  token_hash bytea unique,
  expires_at timestamptz not null,
  requested_at timestamptz not null default now()
);
