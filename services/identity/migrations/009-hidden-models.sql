-- A draft or archived model (docs/domain.md#publication): no registration is made from its page.
alter table models add column is_hidden boolean not null default false;
