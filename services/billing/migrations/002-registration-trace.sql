-- Traceparent of the registration, which its first payment continues (W3C Trace Context).
alter table subscribers add column traceparent text not null default '';
