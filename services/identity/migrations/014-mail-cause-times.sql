-- Time at which a mail was queued for its cause, so that causes can expire; existing ones count from now.
alter table mail_causes add column created_at timestamptz not null default now();
create index reset_tokens_expiry on reset_tokens (expires_at);
