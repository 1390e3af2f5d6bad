-- Rule for whether a model is live (docs/domain.md#live), and since when it applies; null until the model's next event.
alter table models
  add column live_rule text,
  add column live_rule_changed_at timestamptz;
