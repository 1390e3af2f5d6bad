import type { EventData } from 'contracts/events';
import type { Postgres, Queryable } from 'service-kit/postgres';

type ModelFacts = EventData<'model.created'>;

/** The models as identity knows them from their events: which slugs exist, and who sends their mails. */
export const createModelRepository = (postgres: Pick<Postgres, 'query'>) => ({
  /** The id of the model with this slug, or null. */
  idOfSlug: async (slug: string): Promise<string | null> => {
    const { rows } = await postgres.query<{ id: string }>(
      'select id from models where slug = $1 and not is_deleted limit 1',
      [slug],
    );
    return rows[0]?.id ?? null;
  },
  /** Keeps what an event says, unless something newer is known. */
  keep: async (
    client: Queryable,
    { id, slug, affiliateId, emailFromName, emailFromEmail }: ModelFacts,
    revision: number,
  ): Promise<void> => {
    await client.query(
      `insert into models (id, slug, affiliate_id, email_from_name, email_from_email, revision) values ($1, $2, $3, $4, $5, $6)
       on conflict (id) do update set slug = $2, affiliate_id = $3, email_from_name = $4, email_from_email = $5, revision = $6
       where models.revision < $6 and not models.is_deleted`,
      [id, slug, affiliateId, emailFromName, emailFromEmail, revision],
    );
  },
  forget: async (client: Queryable, { id, slug }: EventData<'model.deleted'>, revision: number): Promise<void> => {
    await client.query(
      `insert into models (id, slug, email_from_name, email_from_email, revision, is_deleted) values ($1, $2, '', '', $3, true)
       on conflict (id) do update set revision = greatest(models.revision, $3), is_deleted = true`,
      [id, slug, revision],
    );
  },
});
export type ModelRepository = ReturnType<typeof createModelRepository>;
