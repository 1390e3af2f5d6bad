import type { Expiry } from 'service-kit/retention';

/** Rows that have no effect any more (docs/domain.md#retention). */
export const EXPIRIES: readonly Expiry[] = [
  { table: 'reset_tokens', where: 'expires_at < now()' },
  { table: 'mail_causes', where: "created_at < now() - interval '13 months'" },
  { table: 'sent_mails', where: "sent_at < now() - interval '3 years'" },
];
