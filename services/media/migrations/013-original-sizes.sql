-- Pixels of files as they were sent, upright, for their owner and the administrator (docs/domain.md#originals). Null: sent before.
alter table assets
  add column original_width integer,
  add column original_height integer;
