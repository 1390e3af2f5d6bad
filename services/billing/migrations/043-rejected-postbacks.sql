-- outside a transaction
-- Few calls are rejected: their review and search read only these rows.
create index concurrently if not exists postbacks_rejected on postbacks (reviewed_at) where verdict = 'rejected';
