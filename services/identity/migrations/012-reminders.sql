-- The one reminder of a payment that was not made, which a subscriber has requested (docs/domain.md#mails).
alter table subscribers
  add column reminder_requested_at timestamptz,
  -- of the link that ends it, without a login
  add column reminder_stop_hash bytea,
  add column reminder_stopped_at timestamptz;
create unique index subscribers_reminder_stop on subscribers (reminder_stop_hash) where reminder_stop_hash is not null;
