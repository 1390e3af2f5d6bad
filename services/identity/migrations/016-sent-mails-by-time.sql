-- outside a transaction: a row for each mail.
create index concurrently if not exists sent_mails_sent on sent_mails (sent_at);
