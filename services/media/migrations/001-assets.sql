-- Uploaded files. A deleted file's row remains, so that neither a late event nor a late worker restores it.
create table assets (
  id uuid primary key,
  model_slug text not null,
  uploader_affiliate_id uuid,
  kind text not null,
  state text not null check (state in ('processing', 'ready', 'failed', 'deleted')),
  revision integer not null,
  bytes bigint not null,
  blur_id uuid unique,
  duration_ms integer,
  width integer,
  height integer,
  placeholder text,
  failure text,
  created_at timestamptz not null default now()
);

-- Every file in the storage. A key is recorded before its file is written, and deleted after its file, so that no file is orphaned:
-- files that no asset owns by removable_at are deleted.
create table files (
  key text primary key,
  asset_id uuid references assets (id),
  name text,
  content_type text not null,
  bytes bigint not null,
  removable_at timestamptz
);
create unique index files_of_asset on files (asset_id, name);
create index files_removable on files (removable_at) where removable_at is not null;
