-- Reasons to review a payment (docs/domain.md#fraud-flags); a flag has no other effect.
create table fraud_flags (
  postback_id uuid not null references postbacks,
  reason text not null check (reason in ('velocity', 'self-referral', 'instant-payment')),
  -- Measured value and its threshold; null when there is nothing to count.
  measured integer,
  threshold integer,
  flagged_at timestamptz not null,
  primary key (postback_id, reason)
);
-- SHA-256 of the affiliate's e-mail address, empty until an event announces it: billing compares it with a payer's without the
-- address.
alter table affiliates add column email_digest text not null default '';
create index subscribers_source on subscribers (affiliate_id, click_id, registered_at) where affiliate_id is not null and click_id <> '';
