-- New addresses awaiting confirmation, one per subscriber.
create table email_changes (
  subscriber_id uuid primary key references subscribers on delete cascade,
  new_email text not null,
  -- Session that requested the change, which stays open.
  session_id uuid not null,
  -- null until the mail with the link is composed, and permanently when another subscriber has the address
  token_hash bytea unique,
  expires_at timestamptz not null,
  requested_at timestamptz not null default now()
);
