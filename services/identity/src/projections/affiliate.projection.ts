import type { EventData } from 'contracts/events';
import { createProjection } from 'service-kit/projection';

/** Projection of affiliates: senders of their models' e-mails, and candidates for attribution. */
export const createAffiliateProjection = () =>
  createProjection<EventData<'affiliate.created'>>({
    table: 'affiliates',
    columns: {
      slug: ({ slug }) => slug,
      is_active: ({ isActive }) => isActive,
      email_from_name: ({ emailFromName }) => emailFromName,
      email_from_email: ({ emailFromEmail }) => emailFromEmail,
    },
    tombstone: 'is_deleted',
  });
export type AffiliateProjection = ReturnType<typeof createAffiliateProjection>;
