-- outside a transaction
create index concurrently if not exists subscriptions_older_fold on subscriptions (subscriber_id) where fold_version < 3;
