-- Entries are append-only (docs/domain.md#ledger), even for the service's own role.
create function reject_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the ledger are only ever added' using errcode = 'restrict_violation';
end
$$;
create trigger ledger_append_only before update or delete or truncate on ledger for each statement execute function reject_ledger_change();
-- Payments are positive, refunds negative.
alter table ledger add constraint ledger_sign check (case when kind in ('first', 'renewal') then amount_cents >= 0 else amount_cents <= 0 end);
