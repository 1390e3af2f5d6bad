-- Requests to cancel a contract or to withdraw from it (docs/domain.md#end-of-a-contract): proof that each arrived, even if it
-- changed nothing. A request with an unknown address contains no personal data.
create table contract_requests (
  id uuid primary key,
  reference text not null unique,
  kind text not null check (kind in ('cancellation', 'withdrawal')),
  outcome text not null check (outcome in ('accepted', 'scheduled', 'already-ended', 'no-contract', 'too-late', 'name-differs', 'unknown-email')),
  subscriber_id uuid,
  -- free text; deleted with the subscriber
  reason text not null default '',
  received_at timestamptz not null,
  -- for a scheduled cancellation
  effective_at timestamptz,
  -- time at which it took effect or was replaced
  settled_at timestamptz
);
create index contract_requests_subscriber on contract_requests (subscriber_id) where subscriber_id is not null;
create index contract_requests_due on contract_requests (effective_at) where outcome = 'scheduled' and settled_at is null;

-- An entry comes from a partner's postback or from a request on the site.
alter table ledger
  alter column postback_id drop not null,
  add column request_id uuid unique references contract_requests,
  add constraint ledger_origin check ((postback_id is null) <> (request_id is null)),
  drop constraint ledger_kind_check,
  add constraint ledger_kind_check check (kind in ('first', 'renewal', 'refund', 'chargeback', 'cancellation', 'withdrawal')),
  drop constraint ledger_cancellation_amount,
  add constraint ledger_no_amount check (kind not in ('cancellation', 'withdrawal') or amount_cents = 0);

-- Calls to a partner that a request requires: stored with the request, and retried until the partner accepts.
create table partner_orders (
  id uuid primary key,
  request_id uuid not null references contract_requests,
  partner text not null,
  transaction_id text not null,
  action text not null check (action in ('cancel', 'refund')),
  created_at timestamptz not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  done_at timestamptz,
  -- permanently rejected by the partner: an operator must act
  rejected_at timestamptz,
  unique (partner, transaction_id, action)
);
create index partner_orders_open on partner_orders (due_at) where done_at is null and rejected_at is null;
