-- outside a transaction: a row for each call that states an address or what is left of one (docs/domain.md#retention).
create index concurrently if not exists postbacks_with_address on postbacks (received_at) where email <> '' or call::text like '%•••@%';
