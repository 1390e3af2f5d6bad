-- Draft or archived model (docs/domain.md#publication): its page accepts no registration.
alter table models add column is_hidden boolean not null default false;
