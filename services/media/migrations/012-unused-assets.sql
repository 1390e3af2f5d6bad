-- outside a transaction: scans all uses of assets
create index concurrently if not exists model_assets_unused on model_assets (unused_since) where access is null;
