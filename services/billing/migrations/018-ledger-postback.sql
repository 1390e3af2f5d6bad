-- outside a transaction
-- A postback may have two entries: the transaction, and the partner's fee.
create unique index concurrently ledger_postback on ledger (postback_id, (kind = 'fee'));
