-- Owner of an upload: a model's id. Without one it is its uploader's draft for model_slug, which has no other meaning.
alter table models add column slug_since timestamptz not null default now();

alter table assets
  add column model_id uuid references models (id),
  -- time of the upload, or when a model last stopped using it
  add column unattached_since timestamptz not null default now(),
  -- when the catalogue was last requested to release it
  add column release_asked_at timestamptz;

alter table resumable_uploads
  add column model_id uuid references models (id),
  -- time of creation, or of the last part
  add column active_at timestamptz not null default now();

-- Owners of existing uploads: the model that uses the upload and whose owner uploaded it, else the model that has its slug now. A
-- former slug only counts if that model uses the upload, and for uploads of the administrator with an affiliate's former slug only
-- if no model has that slug now and no other model uses the upload.
with candidates as (
  select a.id as asset_id, m.id as model_id, a.model_slug = m.slug as has_slug, a.uploader_affiliate_id is not distinct from m.affiliate_id as is_own_upload,
         exists (select from model_assets used where used.asset_id = a.id and used.model_id = m.id) as is_used
  from assets a
  join models m on not m.is_deleted and (a.model_slug = m.slug or a.model_slug = any(m.previous_slugs)) and (a.uploader_affiliate_id is null or a.uploader_affiliate_id = m.affiliate_id)
  where a.state <> 'deleted'
), chosen as (
  select distinct on (asset_id) asset_id, model_id from candidates c
  where has_slug
     or (is_used and is_own_upload)
     or (is_used and not exists (select from candidates other where other.asset_id = c.asset_id and other.model_id <> c.model_id and (other.has_slug or other.is_used)))
  order by asset_id, (is_used and is_own_upload) desc, has_slug desc, model_id
)
update assets set model_id = chosen.model_id from chosen where chosen.asset_id = assets.id;

update resumable_uploads u set model_id = m.id from models m
where u.asset_id is null and m.slug = u.model_slug and not m.is_deleted and (u.uploader_affiliate_id is null or u.uploader_affiliate_id = m.affiliate_id);

-- models.previous_slugs is no longer read; to be dropped once no replica of the former version writes it.

create index assets_model on assets (model_id) include (bytes) where state <> 'deleted';
create index assets_draft on assets (model_slug, uploader_affiliate_id) include (bytes) where model_id is null and state <> 'deleted';
create index assets_uploader on assets (uploader_affiliate_id) include (bytes) where state <> 'deleted';
create index assets_unattached on assets (unattached_since) where state <> 'deleted';

-- Usage that counts towards quotas: stored files, and the declared size of unfinished uploads.
create view upload_usage as
  select model_id, model_slug, uploader_affiliate_id, bytes, false as is_open from assets where state <> 'deleted'
  union all
  select model_id, model_slug, uploader_affiliate_id, bytes, true from resumable_uploads where asset_id is null and expires_at > now();
