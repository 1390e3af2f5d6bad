-- A value below the current version marks a row whose fold a migration has changed. Replicas of the former version, whose sweep
-- clears fold_due with the old fold, do not change this column.
alter table subscriptions add column fold_version smallint not null default 2;
