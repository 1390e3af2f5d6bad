-- What decides whether a model is live (docs/domain.md#live), and since when it does; null until the next event of the model.
alter table models
  add column live_rule text,
  add column live_rule_changed_at timestamptz;
