-- What an entry leads to: the model or affiliate, and the edition of the model that the change made.
alter table audit_entries
  add column subject_id uuid,
  add column edit_revision integer;
