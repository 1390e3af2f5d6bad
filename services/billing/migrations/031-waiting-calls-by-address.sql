-- outside a transaction
-- Every payment searches the unmatched calls with its subscriber's address.
create index concurrently if not exists postbacks_waiting_address on postbacks (email) where verdict = 'unmatched' and email <> '';
