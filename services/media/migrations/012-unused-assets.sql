-- outside a transaction: all uses of assets are read for it
create index concurrently if not exists model_assets_unused on model_assets (unused_since) where access is null;
