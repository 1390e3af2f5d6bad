-- Since when an invite is to be made, or a removal to be done; those of before count from this migration.
alter table telegram_invites add column waiting_since timestamptz not null default now();
