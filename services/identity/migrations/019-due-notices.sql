-- Notices of lives and of new content that are queued to their recipients in pages. A row is deleted with its last page.
-- Replicas of the former version queue theirs at once: the causes are the same, so that each recipient has one.
create table due_notices (
  -- what it is about: pushes and mail_causes have it for each recipient
  cause text primary key,
  kind text not null,
  model_id uuid not null,
  -- The last subscriber of the pages before; below every id at first.
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  due_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index due_notices_due on due_notices (due_at);
