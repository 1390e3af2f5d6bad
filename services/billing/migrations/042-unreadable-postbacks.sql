-- An authenticated call that cannot be read has the verdict `rejected` and no fields except those in its call: neither its
-- transaction nor its notification counts as known (docs/domain.md#postbacks).
alter table postbacks
  alter column transaction_id drop not null,
  alter column event drop not null,
  drop constraint postbacks_verdict_check,
  add constraint postbacks_verdict_check check (verdict in ('recorded', 'duplicate', 'unmatched', 'ignored', 'declined', 'rejected')),
  add constraint postbacks_fields_check check (verdict = 'rejected' or (transaction_id is not null and event is not null)),
  add column unreadable_fields text[] not null default '{}';
