-- Draft or archived model (docs/domain.md#publication): only its owner and the administrator get its files.
alter table models add column is_hidden boolean not null default false;
