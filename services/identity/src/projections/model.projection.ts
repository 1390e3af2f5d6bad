import type { EventData } from 'contracts/events';
import type { Postgres } from 'service-kit/postgres';
import { createProjection } from 'service-kit/projection';

/** Projection of models: which slugs exist, and who sends their e-mails. */
export const createModelProjection = (postgres: Pick<Postgres, 'query'>) => ({
  ...createProjection<EventData<'model.created'>>({
    table: 'models',
    columns: {
      slug: ({ slug }) => slug,
      affiliate_id: ({ affiliateId }) => affiliateId,
      email_from_name: ({ emailFromName }) => emailFromName,
      email_from_email: ({ emailFromEmail }) => emailFromEmail,
    },
    tombstone: 'is_deleted',
  }),
  /** Returns the id of the model with this slug, or null. */
  idOfSlug: async (slug: string): Promise<string | null> => {
    const { rows } = await postgres.query<{ id: string }>(
      'select id from models where slug = $1 and not is_deleted limit 1',
      [slug],
    );
    return rows[0]?.id ?? null;
  },
});
export type ModelProjection = ReturnType<typeof createModelProjection>;
