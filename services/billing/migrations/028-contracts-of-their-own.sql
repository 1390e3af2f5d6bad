-- A contract that begins after another one has its own end and months (docs/domain.md#ledger): refolds subscribers who ended a
-- contract and began another after or beside it.
update subscriptions set fold_version = 1 where subscriber_id in (
  select ending.subscriber_id from ledger ending join ledger beginning on beginning.subscriber_id = ending.subscriber_id and beginning.kind = 'first'
  where ending.kind in ('cancellation', 'withdrawal')
    and (beginning.occurred_at > ending.occurred_at
      or (ending.postback_id is not null and beginning.transaction_id <> ending.original_transaction_id)));
