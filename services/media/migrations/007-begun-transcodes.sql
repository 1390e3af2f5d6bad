-- How often a worker began with a video and was not there to end it (docs/domain.md#videos-that-cannot-be-processed).
alter table assets add column begun integer not null default 0;
