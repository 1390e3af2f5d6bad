-- outside a transaction: all models are read for it
create index concurrently if not exists models_live_changed_at on models (live_changed_at desc) where live_changed_at is not null;
