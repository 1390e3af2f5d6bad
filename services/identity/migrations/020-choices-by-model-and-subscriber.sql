-- outside a transaction: a row for each subscriber and model. The pages of a notice.
create index concurrently if not exists notification_choices_page on notification_choices (model_id, subscriber_id);
