-- Batches of statements, one per affiliate and currency (docs/domain.md#payouts).
create table payout_batches (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity unique,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  -- reference of the transfer
  reference text,
  cancelled_at timestamptz,
  constraint payout_batch_state check ((paid_at is null or cancelled_at is null) and (paid_at is null) = (reference is null))
);
-- At most one batch is open.
create unique index payout_batches_open on payout_batches ((true)) where paid_at is null and cancelled_at is null;

create table payout_statements (
  id uuid primary key default gen_random_uuid(),
  batch_id uuid not null references payout_batches,
  affiliate_id uuid not null,
  -- slug of the affiliate when the batch was created
  affiliate_slug text not null,
  affiliate_name text not null,
  currency text not null,
  amount_cents bigint not null check (amount_cents > 0),
  unique (batch_id, affiliate_id, currency)
);
create index payout_statements_affiliate on payout_statements (affiliate_id);

create table payout_statement_entries (
  statement_id uuid not null references payout_statements,
  entry_id uuid not null references commission_entries,
  -- whether the batch was cancelled, so that another batch may contain the entry
  is_released boolean not null default false,
  primary key (statement_id, entry_id)
);
create unique index payout_entry_once on payout_statement_entries (entry_id) where not is_released;

alter table commission_entries add constraint commission_statement foreign key (statement_id) references payout_statements;
