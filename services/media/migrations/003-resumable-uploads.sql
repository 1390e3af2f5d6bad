-- Resumable uploads. A row exists from before the first part is written until after the last one is deleted, so that no part is
-- orphaned; a finished one remains until it expires, for a sender that lost the response.
create table resumable_uploads (
  id uuid primary key,
  model_slug text not null,
  uploader_affiliate_id uuid,
  kind text not null,
  bytes bigint not null,
  asset_id uuid references assets (id),
  expires_at timestamptz not null
);
create index resumable_uploads_expiry on resumable_uploads (expires_at);
