-- Personal invites to the site's chat (docs/domain.md#telegram).
create table telegram_invites (
  subscriber_id uuid primary key,
  -- false: access has ended, so that invite and member must be removed
  is_wanted boolean not null default true,
  link text,
  expires_at timestamptz,
  -- Telegram user id of the member who joined by the link
  member_id bigint,
  attempts integer not null default 0,
  -- time of the next attempt; end of the lease while a replica works on it
  due_at timestamptz not null default now()
);
create index telegram_invites_due on telegram_invites (due_at) where link is null or not is_wanted;
create unique index telegram_invites_link on telegram_invites (link) where link is not null;

-- Offset of the first unread update; the lock of the row is the right to read.
create table telegram_updates (
  is_single boolean primary key default true check (is_single),
  next_update bigint not null
);
insert into telegram_updates (next_update) values (0);
