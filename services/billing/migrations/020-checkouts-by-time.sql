-- outside a transaction: a row for each opened payment page.
create index concurrently if not exists checkouts_opened on checkouts (opened_at);
