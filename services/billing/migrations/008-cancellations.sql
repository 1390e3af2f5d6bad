-- A cancellation is an entry without an amount, so that the state derives from the ledger alone (docs/domain.md#ledger).
alter table postbacks
  drop constraint postbacks_event_check,
  add constraint postbacks_event_check check (event in ('first', 'renewal', 'refund', 'chargeback', 'cancellation'));
alter table ledger
  drop constraint ledger_kind_check,
  add constraint ledger_kind_check check (kind in ('first', 'renewal', 'refund', 'chargeback', 'cancellation')),
  add constraint ledger_cancellation_amount check (kind <> 'cancellation' or amount_cents = 0);
