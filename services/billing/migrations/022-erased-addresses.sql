-- Calls of people erased before this version still contain the first letter and the domain of the address
-- (docs/domain.md#personal-data).
update postbacks p set call = jsonb_set(call, '{parameters}', (
  select coalesce(jsonb_agg(case when parameter ->> 'value' like '%•••@%' then jsonb_set(parameter, '{value}', '"•••"') else parameter end order by position), '[]')
  from jsonb_array_elements(call -> 'parameters') with ordinality as parameters (parameter, position)))
where call::text like '%•••@%' and exists (
  select from subscribers s where s.erased and s.id = coalesce(p.subscriber_id,
    (select l.subscriber_id from ledger l where l.partner = p.partner and l.transaction_id = p.transaction_id)));
