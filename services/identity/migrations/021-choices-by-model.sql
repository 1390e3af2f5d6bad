-- outside a transaction. All its queries can use the index on both columns.
drop index concurrently if exists notification_choices_model;
