-- outside a transaction: all models are read for it. Deleted ones too: what they brought keeps their names.
create index concurrently if not exists models_any_slug on models (slug);
