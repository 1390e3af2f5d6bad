-- Size in pixels of the uploaded files, upright, for the owner and the administrator (docs/domain.md#originals). Null: uploaded
-- earlier.
alter table assets
  add column original_width integer,
  add column original_height integer;
