-- outside a transaction
-- Few postbacks need a review: their list reads only these rows.
create index concurrently if not exists postbacks_to_review on postbacks (received_at) where reviewed_at is null and (verdict = 'ignored' or discrepancies <> '{}');
