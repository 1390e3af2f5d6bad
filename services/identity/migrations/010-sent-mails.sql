-- Mails accepted by the mail server, without their text, for the administrator's timeline. Rows are deleted with the subscriber.
create table sent_mails (
  id uuid primary key,
  subscriber_id uuid not null references subscribers on delete cascade,
  kind text not null,
  sent_at timestamptz not null default now()
);
create index sent_mails_subscriber on sent_mails (subscriber_id, sent_at desc);
