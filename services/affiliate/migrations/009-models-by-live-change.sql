-- outside a transaction: scans all models
create index concurrently if not exists models_live_changed_at on models (live_changed_at desc) where live_changed_at is not null;
