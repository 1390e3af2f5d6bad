-- outside a transaction: all assets are read for it
create index concurrently if not exists assets_processing on assets (created_at) where state = 'processing';
