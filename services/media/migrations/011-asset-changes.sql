-- Events name what changes in a model's assets (docs/decisions/0100-asset-changes.md): access is null where the model no longer uses the
-- asset: such a row keeps older events from attaching it again.
alter table model_assets
  alter column access drop not null,
  -- of the event that the row follows from; of before: older than any that follows
  add column revision integer not null default 0,
  -- since when access is null
  add column unused_since timestamptz;

-- revision of the last event with all assets, as every event of before had them
alter table models add column assets_revision integer not null default 0;
update models set assets_revision = revision;
