-- Projections of models and affiliates. A deleted row keeps its revision, so that no late event revives it.
create table models (
  id uuid primary key,
  slug text not null,
  affiliate_id uuid,
  email_from_name text not null,
  email_from_email text not null,
  revision integer not null,
  is_deleted boolean not null default false
);
create index models_slug on models (slug) where not is_deleted;

create table affiliates (
  id uuid primary key,
  email_from_name text not null,
  email_from_email text not null,
  revision integer not null,
  is_deleted boolean not null default false
);
