-- A sub4 that is no checkout reference, like an unfilled macro, names no contract (docs/domain.md#ledger): refolds subscribers with
-- one on a payment or cancellation and several payments.
update subscriptions set fold_version = 1 where subscriber_id in (
  select entry.subscriber_id from ledger entry
  join postbacks postback on postback.id = entry.postback_id
  join ledger payment on payment.subscriber_id = entry.subscriber_id
  where entry.kind in ('first', 'renewal', 'cancellation') and postback.reference <> '' and postback.reference !~ '^[A-Za-z0-9_-]{24}$'
    and payment.kind in ('first', 'renewal')
  group by entry.subscriber_id having count(distinct payment.id) > 1);
