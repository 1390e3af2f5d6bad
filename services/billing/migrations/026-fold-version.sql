-- Below the present version: a migration has changed the fold of this row. Replicas of the former version, whose sweep clears
-- fold_due by their own fold, leave it as it is.
alter table subscriptions add column fold_version smallint not null default 2;
