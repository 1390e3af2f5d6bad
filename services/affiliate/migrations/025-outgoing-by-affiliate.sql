-- outside a transaction
-- Leasing reads only each affiliate's earliest rows, however many are queued for one unavailable server.
create index concurrently if not exists outgoing_due_by_affiliate on outgoing_deliveries (affiliate_id, due_at) where state = 'waiting';
