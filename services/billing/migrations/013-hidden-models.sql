-- A draft or archived model (docs/domain.md#publication): a link that names it resolves as one of an unknown model.
alter table models add column is_hidden boolean not null default false;
