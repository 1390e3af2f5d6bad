-- outside a transaction
-- The list of one model's subscribers, and of their calls.
create index concurrently if not exists subscribers_model on subscribers (model_id) where not erased;
