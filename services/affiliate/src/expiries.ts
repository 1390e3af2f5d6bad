import type { Expiry } from 'service-kit/retention';

/** Rows that have no effect any more (docs/domain.md#retention). Deleted models stay: overviews read their names. */
export const EXPIRIES: readonly Expiry[] = [
  { table: 'audit_entries', where: "at < now() - interval '3 years'" },
  { table: 'outgoing_deliveries', where: "finished_at < now() - interval '90 days'" },
];
