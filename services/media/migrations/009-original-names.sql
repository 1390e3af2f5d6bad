-- Original file names of items, for the owner and the administrator alone (docs/domain.md#original-file-names). Null: unknown.
alter table assets add column original_name text check (char_length(original_name) <= 255);
alter table resumable_uploads add column original_name text check (char_length(original_name) <= 255);
