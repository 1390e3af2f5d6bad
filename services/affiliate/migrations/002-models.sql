-- Projection of models. A deleted model keeps its revision, so that no late event revives it.
create table models (
  id uuid primary key,
  slug text not null,
  affiliate_id uuid,
  revision integer not null,
  is_deleted boolean not null default false
);
create index models_slug on models (slug) where not is_deleted;
create index models_affiliate on models (affiliate_id) where not is_deleted;
