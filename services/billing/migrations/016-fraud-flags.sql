-- Why a payment deserves a look (docs/domain.md#fraud-flags); nothing follows from a flag.
create table fraud_flags (
  postback_id uuid not null references postbacks,
  reason text not null check (reason in ('velocity', 'self-referral', 'instant-payment')),
  -- What was counted, and from where it is flagged; null where there is nothing to count.
  measured integer,
  threshold integer,
  flagged_at timestamptz not null,
  primary key (postback_id, reason)
);
-- SHA-256 of the affiliate's address, empty until it is announced: billing compares it with a payer's and never needs the address.
alter table affiliates add column email_digest text not null default '';
create index subscribers_source on subscribers (affiliate_id, click_id, registered_at) where affiliate_id is not null and click_id <> '';
