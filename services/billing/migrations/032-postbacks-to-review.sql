-- outside a transaction
-- Few of all calls: the list of those that deserve a look reads them alone.
create index concurrently if not exists postbacks_to_review on postbacks (received_at) where reviewed_at is null and (verdict = 'ignored' or discrepancies <> '{}');
