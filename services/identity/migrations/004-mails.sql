-- Queue of mails; a row is deleted once its mail is sent or abandoned.
create table mails (
  id uuid primary key,
  kind text not null,
  subscriber_id uuid references subscribers on delete cascade,
  -- Typed address of a reset request; the subscriber is looked up when the mail is sent.
  email text,
  -- Facts for the kind's template. Contains a reset token in development mode only.
  data jsonb not null,
  attempts integer not null default 0,
  -- Time of the next attempt; end of the lease while a replica sends the mail.
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  check (num_nonnulls(subscriber_id, email) = 1)
);
create index mails_due on mails (due_at);
create index mails_subscriber on mails (subscriber_id);
create index mails_created on mails (created_at);

insert into mails (id, kind, email, data, attempts, due_at, created_at)
select id, 'reset', email, jsonb_strip_nulls(jsonb_build_object('token', token)), attempts, due_at, created_at from reset_requests;
-- The empty table serves replicas of the previous version, which write to it during a rolling update.
delete from reset_requests;
