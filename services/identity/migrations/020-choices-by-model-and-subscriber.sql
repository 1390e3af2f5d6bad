-- outside a transaction: one row per subscriber and model. For the pages of a notice.
create index concurrently if not exists notification_choices_page on notification_choices (model_id, subscriber_id);
