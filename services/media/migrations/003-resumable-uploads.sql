-- Uploads that come in parts. A row is there before the first part is written and goes after the last one is removed, so
-- that none is left behind; a finished one stays until it expires, for a sender that lost the response.
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
