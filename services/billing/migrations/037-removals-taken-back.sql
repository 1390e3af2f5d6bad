alter table telegram_invites
  -- end of the running attempt; null: none runs
  add column leased_until timestamptz,
  -- true: a removal may have banned the member and must be completed, since no invite works for who is banned
  add column is_banned boolean not null default false;
