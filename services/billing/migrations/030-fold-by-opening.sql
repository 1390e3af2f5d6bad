-- A renewal belongs to the contract of the renewal that it names, a named end ends only that contract, and a payment after a
-- cancelled contract counts from its own day (docs/domain.md#ledger): refolds subscribers with an end and several payments.
update subscriptions set fold_version = 1 where subscriber_id in (
  select ending.subscriber_id from ledger ending join ledger payment on payment.subscriber_id = ending.subscriber_id
  where ending.kind in ('cancellation', 'withdrawal') and payment.kind in ('first', 'renewal')
  group by ending.subscriber_id having count(distinct payment.id) > 1);
