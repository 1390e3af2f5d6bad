-- Causes of queued mails, such as a payment or the end of a period. Each is mailed once, however often its event arrives.
create table mail_causes (
  subscriber_id uuid not null references subscribers on delete cascade,
  kind text not null,
  cause text not null,
  primary key (subscriber_id, kind, cause)
);
