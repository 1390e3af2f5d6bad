-- outside a transaction
-- Requests that expire (docs/domain.md#retention).
create index concurrently if not exists contract_requests_unknown on contract_requests (received_at) where subscriber_id is null;
