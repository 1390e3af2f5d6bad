-- Draft or archived model (docs/domain.md#publication): a link to it resolves like one to an unknown model.
alter table models add column is_hidden boolean not null default false;
