-- outside a transaction: mails to single recipients, which are leased before a live's mails to all followers.
create index concurrently if not exists mails_due_single on mails (due_at) where kind <> 'live-started';
