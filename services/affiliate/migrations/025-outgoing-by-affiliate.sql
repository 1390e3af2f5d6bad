-- outside a transaction
-- The earliest few of each affiliate are leased without reading the others, however many wait for one dead server.
create index concurrently if not exists outgoing_due_by_affiliate on outgoing_deliveries (affiliate_id, due_at) where state = 'waiting';
