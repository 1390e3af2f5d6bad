-- The state is a fold of the ledger (docs/domain.md#ledger), so an entry carries the inputs of the fold: its time, the refunded
-- transaction, and the end of the period that the partner stated.
alter table postbacks
  -- time of the transaction according to the partner, else of its arrival
  add column occurred_at timestamptz,
  -- differences from the offer or from the refunded payment
  add column discrepancies text[] not null default '{}',
  -- null: a refund without an amount refunds the whole payment
  alter column amount_cents drop not null;
update postbacks set occurred_at = received_at;
alter table postbacks alter column occurred_at set not null;
-- A payment may be refunded in parts.
drop index postbacks_taken_back;

alter table ledger
  add column partner text,
  add column transaction_id text,
  add column original_transaction_id text,
  add column occurred_at timestamptz,
  add column paid_until timestamptz;
-- Periods of existing entries begin at their recording.
update ledger l set
  partner = p.partner, transaction_id = p.transaction_id, original_transaction_id = p.original_transaction_id, occurred_at = l.recorded_at, paid_until = p.paid_until
from postbacks p where p.id = l.postback_id;
-- A refund without a named payment was assigned to a subscriber manually: it refunds the subscriber's latest earlier payment.
update ledger l set original_transaction_id = coalesce((
  select p.transaction_id from ledger p
  where p.subscriber_id = l.subscriber_id and p.partner = l.partner and p.kind in ('first', 'renewal') and p.recorded_at <= l.recorded_at
  order by p.recorded_at desc limit 1), '')
where l.kind in ('refund', 'chargeback') and l.original_transaction_id = '';
alter table ledger
  alter column partner set not null,
  alter column transaction_id set not null,
  alter column original_transaction_id set not null,
  alter column occurred_at set not null;
create unique index ledger_transaction on ledger (partner, transaction_id);
create index ledger_original on ledger (partner, original_transaction_id) where original_transaction_id <> '';

-- The sweep refolds every existing subscription: formerly a refund of one payment revoked the whole subscription.
alter table subscriptions add column fold_due boolean not null default false;
update subscriptions set fold_due = true where revision > 0;
create index subscriptions_fold_due on subscriptions (subscriber_id) where fold_due;
