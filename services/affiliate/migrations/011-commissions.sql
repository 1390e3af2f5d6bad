-- Terms and earnings of affiliates (docs/domain.md#commissions). Entries are append-only, even for the service's own role.
alter table payments
  add column refunded_id text,
  -- Payments from before the introduction of commissions earn none.
  add column earns_commission boolean not null default false;
alter table payments alter column earns_commission set default true;

create table commission_terms (
  id uuid primary key default gen_random_uuid(),
  -- of two terms that begin at the same instant, the later row applies
  sequence bigint generated always as identity,
  affiliate_id uuid not null,
  terms jsonb not null,
  effective_from timestamptz not null,
  created_at timestamptz not null default now()
);
create index commission_terms_affiliate on commission_terms (affiliate_id, effective_from desc, sequence desc);

create table commission_entries (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity,
  affiliate_id uuid not null,
  kind text not null check (kind in ('commission', 'clawback', 'payout')),
  -- null for payouts
  payment_id text,
  -- payment or refund that caused the entry; null for payouts
  cause_id text,
  -- set for the commission of a payment's first credit to the affiliate; null for all other entries
  rate jsonb,
  -- set for payouts only
  statement_id uuid,
  amount_cents bigint not null,
  currency text not null,
  occurred_at timestamptz not null,
  available_at timestamptz not null,
  recorded_at timestamptz not null default now(),
  constraint commission_sign check (case when kind = 'commission' then amount_cents >= 0 else amount_cents < 0 end),
  constraint commission_source check (case when kind = 'payout' then statement_id is not null and payment_id is null else statement_id is null and payment_id is not null and cause_id is not null end)
);
create unique index commission_decided_once on commission_entries (payment_id, affiliate_id) where rate is not null;
create unique index commission_paid_once on commission_entries (statement_id) where statement_id is not null;
create index commission_entries_affiliate on commission_entries (affiliate_id, currency) include (kind, amount_cents, available_at);
create index commission_entries_payment on commission_entries (payment_id) where payment_id is not null;

create function reject_commission_change() returns trigger language plpgsql as $$
begin
  raise exception 'commissions and their terms are only ever added' using errcode = 'restrict_violation';
end
$$;
create trigger commissions_append_only before update or delete or truncate on commission_entries for each statement execute function reject_commission_change();
create trigger commission_terms_append_only before update or delete or truncate on commission_terms for each statement execute function reject_commission_change();
