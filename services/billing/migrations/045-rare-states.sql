-- outside a transaction
-- The list of subscribers in one state; the active ones are the most, and found by their registration.
create index concurrently if not exists subscriptions_rare_state on subscriptions (state) where state <> 'active';
