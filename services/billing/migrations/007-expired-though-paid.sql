-- The sweep also looks for what has ended although it is paid: a wrong clock, or a later payment.
create index subscriptions_ended on subscriptions (paid_until) where state in ('grace', 'expired');
