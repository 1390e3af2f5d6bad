-- Credits name an affiliate by id, as identity decided at registration (docs/domain.md#attribution). Older rows named a slug: they
-- get the id of that slug, else of the owner of the registration's model. `affiliate` is unchanged.
alter table affiliates add column is_active boolean not null default true;

alter table subscribers
  add column affiliate_id uuid,
  -- null: registered before identity decided attribution
  add column attribution_reason text;
update subscribers s set affiliate_id = coalesce(
  (select id from affiliates where slug = s.affiliate and not deleted limit 1),
  (select affiliate_id from models where id = s.model_id))
where not s.erased;

alter table checkouts alter column affiliate set default '';

alter table ledger
  alter column affiliate set default '',
  add column affiliate_id uuid,
  -- Whether the entry's event named the affiliate's id.
  add column is_attributed boolean not null default false;
update ledger l set affiliate_id = (select id from affiliates where slug = l.affiliate and not deleted limit 1);
