import type { Expiry } from 'service-kit/retention';

/** Obsolete rows (docs/domain.md#retention). */
export const EXPIRIES: readonly Expiry[] = [
  {
    table: 'checkouts',
    where: `opened_at < now() - interval '13 months'
      and not exists (select from ledger where ledger.subscriber_id = checkouts.subscriber_id)`,
  },
  { table: 'contract_requests', where: "subscriber_id is null and received_at < now() - interval '5 years'" },
  { table: 'postbacks', where: "verdict = 'rejected' and received_at < now() - interval '13 months'" },
  { table: 'models', where: "removed_at < now() - interval '13 months'" },
];
