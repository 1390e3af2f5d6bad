-- Months count from the day in Paris; the sweep folds again what began in the hours in which that is not the day in UTC.

update subscriptions set fold_version = 1 where subscriber_id in (
  select subscriber_id from ledger
  where kind in ('first', 'renewal') and (occurred_at at time zone 'Europe/Paris')::date <> (occurred_at at time zone 'UTC')::date);
