-- A declined charge moves no money and does not use up its transaction id: the partner may retry with the same id and succeed. The
-- administrator sees how a postback was matched, and the masked call. The e-mail address is stored only while the postback is
-- unmatched (docs/domain.md#postbacks).
alter table postbacks
  drop constraint postbacks_event_check,
  add constraint postbacks_event_check check (event in ('first', 'renewal', 'refund', 'chargeback', 'cancellation', 'decline')),
  drop constraint postbacks_verdict_check,
  add constraint postbacks_verdict_check check (verdict in ('recorded', 'duplicate', 'unmatched', 'ignored', 'declined')),
  add column email text not null default '',
  add column matched_by text not null default '' check (matched_by in ('', 'checkout', 'transaction', 'email', 'administrator')),
  -- for postbacks without a ledger entry
  add column subscriber_id uuid,
  -- null: received by a former version
  add column call jsonb;
drop index postbacks_transaction;
create unique index postbacks_transaction on postbacks (partner, transaction_id) where verdict not in ('duplicate', 'declined');
create unique index postbacks_declined on postbacks (partner, transaction_id) where verdict = 'declined';

-- The administrator's list, newest first, and its search.
create index postbacks_received on postbacks (received_at desc, id desc);
create index postbacks_transaction_prefix on postbacks (transaction_id text_pattern_ops);
create index postbacks_original_prefix on postbacks (original_transaction_id text_pattern_ops) where original_transaction_id <> '';
-- For the comparison of one day with the partner's report.
create index ledger_partner_day on ledger (partner, occurred_at);
create index postbacks_subscriber on postbacks (subscriber_id) where subscriber_id is not null;
