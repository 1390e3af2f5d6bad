-- outside a transaction: the mails that are leased before those of a live to all who follow it.
create index concurrently if not exists mails_due_single on mails (due_at) where kind <> 'live-started';
