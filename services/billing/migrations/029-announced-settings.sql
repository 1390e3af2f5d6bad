-- All base URLs and source ids that an affiliate ever had: while it is inactive, its models' copies of them are not used.
alter table affiliates
  add column announced_urls text[] not null default '{}',
  add column announced_source_ids text[] not null default '{}';
update affiliates set announced_urls = array[base_url], announced_source_ids = array[source_id];
