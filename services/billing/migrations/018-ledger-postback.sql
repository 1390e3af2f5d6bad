-- outside a transaction
-- A postback may have two entries: its movement and the fee that the partner keeps of it.
create unique index concurrently ledger_postback on ledger (postback_id, (kind = 'fee'));
