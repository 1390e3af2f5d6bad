-- Projections of models and subscriptions. A deleted model keeps its revision, so that no late event revives it.
create table models (
  id uuid primary key,
  slug text not null,
  previous_slugs text[] not null default '{}',
  affiliate_id uuid,
  revision integer not null,
  is_deleted boolean not null default false
);
create index models_slug on models (slug) where not is_deleted;

create table model_assets (
  model_id uuid not null references models (id) on delete cascade,
  asset_id uuid not null,
  access text not null check (access in ('public', 'unlocked', 'locked')),
  primary key (model_id, asset_id)
);
create index model_assets_asset on model_assets (asset_id);

create table entitlements (
  subscriber_id text primary key,
  paid_until timestamptz,
  revision integer not null
);
