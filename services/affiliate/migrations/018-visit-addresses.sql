-- How many visits of an address have counted on a day (docs/domain.md#visits): the user agent is the caller's choice, so that one
-- address could be any number of browsers. The digest is like that of a browser, and goes with its day.
create table visit_addresses (
  day date not null,
  digest bytea not null,
  visits integer not null,
  primary key (day, digest)
);
