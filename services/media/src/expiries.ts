import type { Expiry } from 'service-kit/retention';

/** Obsolete rows (docs/domain.md#retention). */
export const EXPIRIES: readonly Expiry[] = [
  { table: 'models', where: "removed_at < now() - interval '13 months'" },
  { table: 'model_assets', where: "access is null and unused_since < now() - interval '13 months'" },
];
