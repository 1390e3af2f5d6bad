-- Id of a signed notification (Standard Webhooks), for deduplication besides the transaction. Null for a keyed GET.
alter table postbacks add column webhook_id text;
create unique index postbacks_webhook on postbacks (partner, webhook_id) where webhook_id is not null and verdict <> 'duplicate';
