import type { Expiry } from 'service-kit/retention';

/** Obsolete rows (docs/domain.md#retention). Deleted models are retained: overviews show their names. */
export const EXPIRIES: readonly Expiry[] = [
  { table: 'audit_entries', where: "at < now() - interval '3 years'" },
  { table: 'outgoing_deliveries', where: "finished_at < now() - interval '90 days'" },
];
