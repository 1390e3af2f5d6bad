-- Invites of one person each to the site's chat (docs/domain.md#telegram).
create table telegram_invites (
  subscriber_id uuid primary key,
  -- false: access has ended, and the invite and its member are removed
  is_wanted boolean not null default true,
  link text,
  expires_at timestamptz,
  -- who joined by the link: a Telegram user id
  member_id bigint,
  attempts integer not null default 0,
  -- next attempt; while a replica works on it, the end of its lease
  due_at timestamptz not null default now()
);
create index telegram_invites_due on telegram_invites (due_at) where link is null or not is_wanted;
create unique index telegram_invites_link on telegram_invites (link) where link is not null;

-- The first update that was not read yet; its lock is the right to read.
create table telegram_updates (
  is_single boolean primary key default true check (is_single),
  next_update bigint not null
);
insert into telegram_updates (next_update) values (0);
