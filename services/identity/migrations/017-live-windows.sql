-- Rule for whether a model is live (docs/domain.md#live); null until the model's next event.
alter table models add column live_rule text;

-- Time up to which scheduled lives have been notified: one row, shared by all replicas. Windows begin on full minutes.
create table live_notices (
  is_only boolean primary key default true check (is_only),
  notified_until timestamptz not null default date_trunc('minute', now()),
  -- Minute in progress, and the last model of the previous batch; null when none is in progress.
  minute timestamptz,
  after_id uuid
);
insert into live_notices default values;
