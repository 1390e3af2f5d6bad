-- Mails that the mail server has accepted: the administrator sees what a subscriber was sent, and when. Without texts; the rows go with the subscriber.
create table sent_mails (
  id uuid primary key,
  subscriber_id uuid not null references subscribers on delete cascade,
  kind text not null,
  sent_at timestamptz not null default now()
);
create index sent_mails_subscriber on sent_mails (subscriber_id, sent_at desc);
