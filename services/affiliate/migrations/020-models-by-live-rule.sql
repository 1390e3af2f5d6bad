-- outside a transaction: all models are read for it
create index concurrently if not exists models_live_rule on models (live_rule, id) where not is_deleted;
