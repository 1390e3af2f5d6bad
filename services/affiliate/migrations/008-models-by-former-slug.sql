-- outside a transaction: all models are read for it
create index concurrently if not exists models_previous_slugs on models using gin (previous_slugs);
