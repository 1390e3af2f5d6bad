-- Notices of lives and new content, queued to their recipients page by page. A row is deleted with its last page. Replicas of the
-- former version queue all at once, with the same causes, so that each recipient gets one.
create table due_notices (
  -- cause of the notice, also stored per recipient in pushes and mail_causes
  cause text primary key,
  kind text not null,
  model_id uuid not null,
  -- Last subscriber of the previous pages; initially below every id.
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index due_notices_due on due_notices (due_at);
