-- A draft or archived model (docs/domain.md#publication): its files are delivered to its owner and the administrator alone.
alter table models add column is_hidden boolean not null default false;
