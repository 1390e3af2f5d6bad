-- Since when an invite or a removal is pending; earlier rows count from this migration.
alter table telegram_invites add column waiting_since timestamptz not null default now();
