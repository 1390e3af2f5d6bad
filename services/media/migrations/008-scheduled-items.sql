-- Until this time only the owner and the administrator see an item (docs/domain.md#scheduled-items). Null: not scheduled.
alter table model_assets add column publish_at timestamptz;
