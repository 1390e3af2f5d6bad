import type { EventData } from 'contracts/events';
import type { Postgres } from 'service-kit/postgres';
import { createProjection } from 'service-kit/projection';
import { contentCount } from '../notifications/notification.listeners.ts';

/** Projection of models: existing slugs, senders of e-mails, live rules, and the number of items to notify of. */
export const createModelProjection = (postgres: Pick<Postgres, 'query'>) => ({
  ...createProjection<EventData<'model.updated'>>({
    table: 'models',
    columns: {
      slug: ({ slug }) => slug,
      name: ({ name }) => name,
      content_count: contentCount,
      affiliate_id: ({ affiliateId }) => affiliateId,
      is_hidden: ({ isHidden }) => isHidden ?? false,
      live_rule: ({ liveRule }) => liveRule ?? null,
      email_from_name: ({ emailFromName }) => emailFromName,
      email_from_email: ({ emailFromEmail }) => emailFromEmail,
    },
    // Older events have no rule.
    merges: { live_rule: 'coalesce(excluded.live_rule, models.live_rule)' },
    tombstone: 'is_deleted',
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
