-- outside a transaction: one row per mail about a payment or a live.
create index concurrently if not exists mail_causes_created on mail_causes (created_at);
