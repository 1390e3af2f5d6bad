-- Every base URL and source id that an affiliate has had: what its models took from it is not used while it is inactive.
alter table affiliates
  add column announced_urls text[] not null default '{}',
  add column announced_source_ids text[] not null default '{}';
update affiliates set announced_urls = array[base_url], announced_source_ids = array[source_id];
