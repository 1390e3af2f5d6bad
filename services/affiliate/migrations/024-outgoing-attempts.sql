-- What became of the latest attempts, the oldest first (docs/domain.md#outgoing-postbacks); none of those before this migration.
alter table outgoing_deliveries add column attempt_log jsonb not null default '[]';
