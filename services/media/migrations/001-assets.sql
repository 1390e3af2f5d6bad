-- Uploaded files. A deleted one keeps its row: neither a late event nor a late worker brings it back.
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

-- Everything that the storage holds. A key is recorded before its file is written, and deleted after its file,
-- so that nothing is left behind: what no asset has taken by removable_at is removed.
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
