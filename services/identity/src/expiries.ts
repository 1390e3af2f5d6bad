import { CONSENT_DAYS } from 'contracts/consent';
import type { Expiry } from 'service-kit/retention';
import { CONVERSION_MAX_AGE_DAYS } from './conversions/conversion.repository.ts';

/** Obsolete rows (docs/domain.md#retention). */
export const EXPIRIES: readonly Expiry[] = [
  { table: 'reset_tokens', where: 'expires_at < now()' },
  // Longer than the retries of its mail.
  { table: 'email_changes', where: "requested_at < now() - interval '2 days'" },
  // Longer than the same cause can arrive again.
  { table: 'pushes', where: "created_at < now() - interval '7 days'" },
  { table: 'mail_causes', where: "created_at < now() - interval '13 months'" },
  {
    table: 'ad_consents',
    // Deletes the user agent and the conversions as well, none of which is sent any more.
    where: `changed_at < now() - interval '${CONSENT_DAYS + CONVERSION_MAX_AGE_DAYS} days'`,
  },
  { table: 'sent_mails', where: "sent_at < now() - interval '3 years'" },
];
