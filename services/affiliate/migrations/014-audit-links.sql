-- Subject of an entry for its link: the model or affiliate, and the edition of the model that the change created.
alter table audit_entries
  add column subject_id uuid,
  add column edit_revision integer;
