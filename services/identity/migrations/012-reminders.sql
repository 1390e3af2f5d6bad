-- The single reminder of a missing payment, which a subscriber has requested (docs/domain.md#mails).
alter table subscribers
  add column reminder_requested_at timestamptz,
  -- hash of the token in the unsubscribe link, which needs no login
  add column reminder_stop_hash bytea,
  add column reminder_stopped_at timestamptz;
create unique index subscribers_reminder_stop on subscribers (reminder_stop_hash) where reminder_stop_hash is not null;
