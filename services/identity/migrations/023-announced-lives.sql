-- Lives of a model that were announced on a day in Paris: a few, however often its owner changes their end.
alter table models
  add column announced_lives text[] not null default '{}',
  add column announced_on date;
