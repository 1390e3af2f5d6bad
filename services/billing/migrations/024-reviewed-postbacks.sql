-- Time of the administrator's review of a flagged postback; null: not reviewed (docs/domain.md#fraud-flags).
alter table postbacks add column reviewed_at timestamptz;
