-- outside a transaction: scans all models
create index concurrently if not exists models_previous_slugs on models using gin (previous_slugs);
