-- The partner's fee is a separate entry of the same postback (docs/domain.md#ledger).
alter table postbacks add column fee_cents integer check (fee_cents >= 0);
alter table ledger
  drop constraint ledger_postback_id_key,
  drop constraint ledger_kind_check,
  add constraint ledger_kind_check check (kind in ('first', 'renewal', 'refund', 'chargeback', 'cancellation', 'withdrawal', 'fee'));
