create table affiliates (
  id uuid primary key,
  name text not null,
  slug text not null,
  password_hash text not null,
  -- number of asterisks that the administrator's form shows
  password_length integer not null,
  adexico_base_url text not null,
  adexico_source_id text not null,
  email_from_name text not null,
  email_from_email text not null,
  telegram_link text not null,
  is_active boolean not null,
  -- set by the administrator, and not resettable by the affiliate
  is_suspended boolean not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  check (not (is_active and is_suspended))
);
create unique index affiliates_slug on affiliates (slug);
