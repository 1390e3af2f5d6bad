-- Whether the postback states its currency: a refund without one is in the currency of its payment (docs/domain.md#refunds).
alter table postbacks add column states_currency boolean not null default true;
update postbacks set states_currency = false
  where verdict = 'unmatched' and event in ('refund', 'chargeback') and call is not null
    and not exists (select from jsonb_array_elements(call -> 'parameters') parameter where parameter ->> 'name' = 'currency');
