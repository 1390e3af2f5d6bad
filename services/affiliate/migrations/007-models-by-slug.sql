-- outside a transaction: scans all models. Includes deleted models, whose names figures still show.
create index concurrently if not exists models_any_slug on models (slug);
