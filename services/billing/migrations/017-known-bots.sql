-- Whether a known bot opened the payment page (docs/domain.md#fraud-flags); the user agent is not stored.
alter table checkouts add column is_bot boolean not null default false;
alter table fraud_flags
  drop constraint fraud_flags_reason_check,
  add constraint fraud_flags_reason_check check (reason in ('velocity', 'self-referral', 'instant-payment', 'known-bot'));
