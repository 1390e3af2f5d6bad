-- outside a transaction. Every use of it has the index of both columns.
drop index concurrently if exists notification_choices_model;
