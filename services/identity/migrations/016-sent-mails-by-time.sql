-- outside a transaction: one row per mail.
create index concurrently if not exists sent_mails_sent on sent_mails (sent_at);
