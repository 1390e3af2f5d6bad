-- outside a transaction: scans all models
create index concurrently if not exists models_live_rule on models (live_rule, id) where not is_deleted;
