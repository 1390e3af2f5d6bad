-- Changes made by users, from their events; names are those at the time of the change.
create table audit_entries (
  -- id of the event
  id uuid primary key,
  at timestamptz(3) not null,
  actor_role text not null,
  actor_slug text,
  actor_name text,
  -- affiliate that sees the entry besides the administrator
  affiliate_id uuid,
  action text not null,
  subject_kind text not null,
  subject_slug text not null,
  subject_name text not null,
  changes jsonb not null,
  count integer not null default 1,
  -- entries with the same key are merged into one
  merge_key text unique
);
create index audit_entries_at on audit_entries (at desc, id desc);
create index audit_entries_affiliate on audit_entries (affiliate_id, at desc, id desc);
