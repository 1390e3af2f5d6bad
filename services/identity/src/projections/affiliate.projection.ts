import type { Event } from 'contracts/events';
import { createProjection } from 'service-kit/projection';

/** Projection of affiliates: senders of their models' e-mails, and candidates for attribution. */
export const createAffiliateProjection = () =>
  createProjection<Event<'affiliate.created' | 'affiliate.updated'>, Event<'affiliate.deleted'>>({
    table: 'affiliates',
    idOf: ({ data }) => data.id,
    columns: {
      slug: ({ data }) => data.slug,
      is_active: ({ data }) => data.isActive,
      email_from_name: ({ data }) => data.emailFromName,
      email_from_email: ({ data }) => data.emailFromEmail,
    },
    tombstone: 'is_deleted',
    onRemoval: { email_from_name: () => '', email_from_email: () => '' },
  });
export type AffiliateProjection = ReturnType<typeof createAffiliateProjection>;
