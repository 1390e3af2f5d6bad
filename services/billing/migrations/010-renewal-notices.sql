-- End of the paid period whose next charge was announced; each is announced once (docs/domain.md#mails).
alter table subscriptions add column announced_until timestamptz;
create index subscriptions_unannounced on subscriptions (paid_until) where state = 'active' and announced_until is distinct from paid_until;
