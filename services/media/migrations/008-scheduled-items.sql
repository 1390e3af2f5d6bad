-- Until then an item is its owner's and the administrator's alone (docs/domain.md#scheduled-items). Null: it is not scheduled.
alter table model_assets add column publish_at timestamptz;
