-- Attribution is decided at registration, by an affiliate's slug and state (docs/domain.md#attribution). Existing affiliates get
-- both from the event that the affiliate service's migration emits.
alter table affiliates
  add column slug text not null default '',
  add column is_active boolean not null default false;
create index affiliates_slug on affiliates (slug) where is_active and not is_deleted;

alter table subscribers
  -- the partner page's affiliate, besides the sub2 in `affiliate`
  add column partner_affiliate text not null default '',
  add column attributed_affiliate_id uuid,
  -- null: registered earlier, and credited only by the affiliate service
  add column attribution_reason text check (attribution_reason in ('sub2', 'partner-page', 'model-owner', 'none'));
