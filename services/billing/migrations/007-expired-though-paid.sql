-- The sweep also finds subscriptions that ended although they are paid: after a wrong clock, or a later payment.
create index subscriptions_ended on subscriptions (paid_until) where state in ('grace', 'expired');
