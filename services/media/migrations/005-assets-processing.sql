-- outside a transaction: scans all assets
create index concurrently if not exists assets_processing on assets (created_at) where state = 'processing';
