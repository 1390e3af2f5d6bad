-- When the administrator has looked at what a postback was flagged for; null: not yet (docs/domain.md#fraud-flags).
alter table postbacks add column reviewed_at timestamptz;
