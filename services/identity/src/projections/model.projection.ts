import type { Event } from 'contracts/events';
import type { Postgres } from 'service-kit/postgres';
import { createProjection } from 'service-kit/projection';
import { contentCount } from '../notifications/notification.listeners.ts';

/** Projection of models: existing slugs, senders of e-mails, live rules, and the number of items to notify of. */
export const createModelProjection = (postgres: Pick<Postgres, 'query'>) => ({
  ...createProjection<Event<'model.created' | 'model.updated'>, Event<'model.deleted'>>({
    table: 'models',
    idOf: ({ data }) => data.id,
    columns: {
      slug: ({ data }) => data.slug,
      name: ({ data }) => data.name,
      content_count: ({ data }) => contentCount(data),
      affiliate_id: ({ data }) => data.affiliateId,
      is_hidden: ({ data }) => data.isHidden ?? false,
      live_rule: ({ data }) => data.liveRule ?? null,
      email_from_name: ({ data }) => data.emailFromName,
      email_from_email: ({ data }) => data.emailFromEmail,
    },
    // Older events have no rule.
    merges: { live_rule: 'coalesce(excluded.live_rule, models.live_rule)' },
    tombstone: 'is_deleted',
    onRemoval: { slug: ({ data }) => data.slug, email_from_name: () => '', email_from_email: () => '' },
  }),
  /** Returns the id of the published model with this slug, or null. */
  idOfSlug: async (slug: string): Promise<string | null> => {
    const { rows } = await postgres.query<{ id: string }>(
      'select id from models where slug = $1 and not is_deleted and not is_hidden limit 1',
      [slug],
    );
    return rows[0]?.id ?? null;
  },
});
export type ModelProjection = ReturnType<typeof createModelProjection>;
