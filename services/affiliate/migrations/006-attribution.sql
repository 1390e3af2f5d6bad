-- Identity decides the credited affiliate (docs/domain.md#attribution); billing names the affiliate of each payment by id.
alter table registrations add column attribution_reason text;
-- Whether the event had the affiliate's id; payments from older events follow the registration.
alter table payments add column is_attributed boolean not null default false;

-- Identity and billing now project slug and state of affiliates: publishes every affiliate again.
with announced as (update affiliates set revision = revision + 1 returning *)
insert into outbox (event)
select jsonb_build_object(
  'id', gen_random_uuid(), 'name', 'affiliate.updated', 'version', 1,
  'occurredAt', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'revision', revision, 'actor', jsonb_build_object('role', 'system', 'id', null),
  'data', jsonb_build_object(
    'id', id, 'slug', slug, 'name', name, 'isActive', is_active, 'isSuspended', is_suspended, 'telegramLink', telegram_link,
    'emailFromName', email_from_name, 'emailFromEmail', email_from_email, 'adexicoBaseUrl', adexico_base_url, 'adexicoSourceId', adexico_source_id))
from announced;
