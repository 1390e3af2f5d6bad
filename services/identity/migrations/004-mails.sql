-- Mails to send; a row is deleted once its mail was sent or given up.
create table mails (
  id uuid primary key,
  kind text not null,
  subscriber_id uuid references subscribers on delete cascade,
  -- The typed address of a reset request: whether it belongs to a subscriber is looked up when the mail is sent.
  email text,
  -- Facts that the kind's template needs. A reset token is stored in development mode only.
  data jsonb not null,
  attempts integer not null default 0,
  -- Next attempt; while a replica sends the mail, the end of its lease.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check (num_nonnulls(subscriber_id, email) = 1)
);
create index mails_due on mails (due_at);
create index mails_subscriber on mails (subscriber_id);
create index mails_created on mails (created_at);

insert into mails (id, kind, email, data, attempts, due_at, created_at)
select id, 'reset', email, jsonb_strip_nulls(jsonb_build_object('token', token)), attempts, due_at, created_at from reset_requests;
-- The empty table stays for replicas of the previous version, which write to it until a rolling update has replaced them.
delete from reset_requests;
