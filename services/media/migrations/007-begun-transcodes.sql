-- Number of attempts in which a worker started a video and crashed (docs/domain.md#videos-that-cannot-be-processed).
alter table assets add column begun integer not null default 0;
