-- Amounts of two currencies are never added together.
create or replace view movements as
  select registered_at as at, affiliate_id, model_slug, 1 as registrations, 0 as paid, 0 as refunds, 0 as revenue_cents, null::text as currency from registrations
  union all
  select recorded_at, affiliate_id, model_slug, 0, (kind = 'first')::int, (kind in ('refund', 'chargeback'))::int, amount_cents, currency from payments;
