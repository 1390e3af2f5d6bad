-- outside a transaction: one row per opened payment page.
create index concurrently if not exists checkouts_opened on checkouts (opened_at);
