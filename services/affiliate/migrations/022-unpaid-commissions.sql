-- Commissions and clawbacks outside of any statement (docs/domain.md#payouts): a batch reads only these, however many were paid
-- before. Triggers update them in the transaction of the entry or statement, whichever version writes it.
create table unpaid_commissions (
  entry_id uuid primary key references commission_entries,
  affiliate_id uuid not null,
  currency text not null,
  amount_cents bigint not null,
  available_at timestamptz not null
);
create index unpaid_commissions_available_at on unpaid_commissions (available_at) include (entry_id, affiliate_id, currency, amount_cents);

create function add_unpaid_commissions() returns trigger language plpgsql as $$
begin
  insert into unpaid_commissions (entry_id, affiliate_id, currency, amount_cents, available_at)
  select id, affiliate_id, currency, amount_cents, available_at from new_rows where kind <> 'payout' and amount_cents <> 0;
  return null;
end
$$;
create function take_unpaid_commissions() returns trigger language plpgsql as $$
begin
  delete from unpaid_commissions u using new_rows n where u.entry_id = n.entry_id and not n.is_released;
  return null;
end
$$;
-- A cancelled batch releases its entries permanently: `is_released` never becomes false again.
create function release_unpaid_commissions() returns trigger language plpgsql as $$
begin
  insert into unpaid_commissions (entry_id, affiliate_id, currency, amount_cents, available_at)
  select e.id, e.affiliate_id, e.currency, e.amount_cents, e.available_at
  from new_rows n join old_rows o using (statement_id, entry_id) join commission_entries e on e.id = n.entry_id
  where n.is_released and not o.is_released;
  return null;
end
$$;

-- Rebuilds the table while writes are locked out: in this migration, and after entries were written without triggers.
create function relist_unpaid_commissions() returns void language plpgsql as $$
begin
  lock table commission_entries, payout_statement_entries in share row exclusive mode;
  truncate unpaid_commissions;
  insert into unpaid_commissions (entry_id, affiliate_id, currency, amount_cents, available_at)
  select id, affiliate_id, currency, amount_cents, available_at from commission_entries e
  where kind <> 'payout' and amount_cents <> 0
    and not exists (select from payout_statement_entries l where l.entry_id = e.id and not l.is_released);
end
$$;
select relist_unpaid_commissions();

create trigger unpaid_added after insert on commission_entries referencing new table as new_rows for each statement execute function add_unpaid_commissions();
create trigger unpaid_taken after insert on payout_statement_entries referencing new table as new_rows for each statement execute function take_unpaid_commissions();
create trigger unpaid_released after update on payout_statement_entries referencing old table as old_rows new table as new_rows for each statement execute function release_unpaid_commissions();
