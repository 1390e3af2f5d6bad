-- outside a transaction
-- Every payment looks for calls that wait and state the address of its subscriber.
create index concurrently if not exists postbacks_waiting_address on postbacks (email) where verdict = 'unmatched' and email <> '';
