-- Number of counted visits per address and day (docs/domain.md#visits): callers choose their user agent, so one address could pose
-- as any number of browsers. The digest is like that of a browser, and is deleted with its day.
create table visit_addresses (
  day date not null,
  digest bytea not null,
  visits integer not null,
  primary key (day, digest)
);
