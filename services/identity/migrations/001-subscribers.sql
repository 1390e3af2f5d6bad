create table subscribers (
  id uuid primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  username text not null,
  password_hash text not null,
  -- model from whose page the person registered; it may have been deleted since
  model_id uuid not null,
  click_id text not null,
  affiliate text not null,
  pixel_id text not null,
  revision integer not null default 1,
  welcomed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index subscribers_email on subscribers (lower(email));
