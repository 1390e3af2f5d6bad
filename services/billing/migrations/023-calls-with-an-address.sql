-- outside a transaction: one row per call with an address or a masked address (docs/domain.md#retention).
create index concurrently if not exists postbacks_with_address on postbacks (received_at) where email <> '' or call::text like '%•••@%';
