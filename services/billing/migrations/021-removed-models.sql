-- Time at which a model was deleted, from which its tombstone expires. Earlier tombstones count from now.
alter table models add column removed_at timestamptz;
update models set removed_at = now() where deleted;
create index models_removed on models (removed_at) where removed_at is not null;
