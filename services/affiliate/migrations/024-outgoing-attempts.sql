-- Outcomes of the latest attempts, oldest first (docs/domain.md#outgoing-postbacks); empty for attempts before this migration.
alter table outgoing_deliveries add column attempt_log jsonb not null default '[]';
