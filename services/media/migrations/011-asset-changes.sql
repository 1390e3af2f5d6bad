-- Events name only changes in a model's assets (docs/decisions/0100-asset-changes.md): a row with a null access records that the
-- model no longer uses the asset, so that no older event attaches it again.
alter table model_assets
  alter column access drop not null,
  -- revision of the row's event; existing rows are older than any later event
  add column revision integer not null default 0,
  -- since when access is null
  add column unused_since timestamptz;

-- revision of the last event with all assets, as all events were until now
alter table models add column assets_revision integer not null default 0;
update models set assets_revision = revision;
