-- Where the trace of a registration goes on when its first payment comes (W3C Trace Context).
alter table subscribers add column traceparent text not null default '';
