-- What decides whether a model is live (docs/domain.md#live); null until the next event of the model.
alter table models add column live_rule text;

-- Until when the lives that schedules have begun are notified of: one row, which replicas share. Windows begin on full minutes.
create table live_notices (
  is_only boolean primary key default true check (is_only),
  notified_until timestamptz not null default date_trunc('minute', now()),
  -- The minute under way, and the model after which its next batch begins; null: none is.
  minute timestamptz,
  after_id uuid
);
insert into live_notices default values;
